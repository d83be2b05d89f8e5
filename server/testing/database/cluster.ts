import { distributeDatabase } from '../../db/transfer/distribute.ts';
import { createDatabase, dropDatabase, makeDatabaseName, type TestDatabase } from './databases.ts';
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
 * extension, then the workers added to it.
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
      for (const worker of workers) await dropDatabase(toNode(adminUrl, worker), database.name);
    },
  };
}

/**
 * Closes a distributed database on all machines, so that it can be copied. Citus keeps a connection to a database that
 * is open.
 */
export async function closeForCopies(name: string, adminUrl: string, nodes: ClusterNode[]): Promise<void> {
  for (const node of nodes)
    await withClient(toNode(adminUrl, node), async (client) => {
      await client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      await client.query('SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1', [
        name,
      ]);
    });
}

/** Copies each machine's part of a distributed database. The parts find each other by the name they share. */
export async function copyOnCluster(
  adminUrl: string,
  nodes: ClusterNode[],
  template: string,
): Promise<TestDatabase> {
  const name = makeDatabaseName();
  const parts = await Promise.all(
    nodes.map((node) => createDatabase(node.group === 0 ? adminUrl : toNode(adminUrl, node), template, name)),
  );
  const ofCoordinator = parts[nodes.findIndex(({ group }) => group === 0)];
  if (!ofCoordinator) throw new Error('the cluster has no coordinator');
  return {
    ...ofCoordinator,
    drop: async () => {
      await ofCoordinator.drop();
      await Promise.all(parts.map((part) => part.drop()));
    },
  };
}

/** Distributes the tables of a migrated database, by default as the command does. */
export function distributeTestDatabase(url: string, shards?: number): Promise<unknown> {
  return withClient(url, (client) => distributeDatabase(client, () => {}, shards));
}

function toNode(url: string, { host, port }: ClusterNode): string {
  return url.replace(/^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)[^/]*/, `$1${host}:${port}`);
}
