import { distributeDatabase } from '../../db/transfer/distribute.ts';
import type { TestDatabase } from './databases.ts';
import { withClient } from './with-client.ts';

/** A machine of a Citus cluster. The coordinator has group 0. */
export interface ClusterNode {
  host: string;
  port: number;
  group: number;
}

/** The machines of the cluster whose coordinator the URL names; none for plain PostgreSQL. */
export async function listClusterNodes(adminUrl: string): Promise<ClusterNode[]> {
  return withClient(adminUrl, async (client) => {
    const isCluster = await client.query<{ found: boolean }>(
      `SELECT to_regclass('pg_dist_node') IS NOT NULL AS found`,
    );
    if (!isCluster.rows[0]?.found) return [];
    const found = await client.query<ClusterNode>(
      `SELECT nodename AS host, nodeport AS port, groupid AS "group" FROM pg_dist_node WHERE noderole = 'primary'
       ORDER BY groupid`,
    );
    return found.rows;
  });
}

/**
 * Turns an empty database of the coordinator into one of the cluster: the same database on every worker, with the
 * extension, then the workers added to it. Copying a template would copy the coordinator's part alone.
 */
export async function addToCluster(
  database: TestDatabase,
  adminUrl: string,
  nodes: ClusterNode[],
): Promise<TestDatabase> {
  const workers = nodes.filter(({ group }) => group !== 0);
  const coordinator = nodes.find(({ group }) => group === 0);
  for (const worker of workers) {
    await withClient(toNode(adminUrl, worker), (client) => client.query(`CREATE DATABASE ${database.name}`));
    await withClient(toNode(database.url, worker), (client) => client.query('CREATE EXTENSION citus'));
  }
  await withClient(database.url, async (client) => {
    await client.query('CREATE EXTENSION citus');
    if (coordinator)
      await client.query('SELECT citus_set_coordinator_host($1, $2)', [coordinator.host, coordinator.port]);
    for (const { host, port } of workers) await client.query('SELECT citus_add_node($1, $2)', [host, port]);
  });
  return {
    ...database,
    drop: async () => {
      await database.drop();
      for (const worker of workers) {
        const statement = `DROP DATABASE IF EXISTS ${database.name} WITH (FORCE)`;
        await withClient(toNode(adminUrl, worker), (client) => client.query(statement));
      }
    },
  };
}

/** Distributes the tables of a migrated database. */
export function distributeTestDatabase(url: string): Promise<unknown> {
  return withClient(url, (client) => distributeDatabase(client, () => {}));
}

function toNode(url: string, { host, port }: ClusterNode): string {
  return url.replace(/^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)[^/]*/, `$1${host}:${port}`);
}
