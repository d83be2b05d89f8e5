import pg from 'pg';
import { encodeNotification, notificationChannel } from '../notifications/notifications.ts';

export type Distribution =
  | { is: 'plain' }
  | { is: 'available' }
  | { is: 'distributed'; statements: string[] };

export interface TablePlan {
  name: string;
  /** `company_id` for event-side tables. Undefined without a primary key. */
  first_key_column: string | undefined;
}

/** Few, because events are stored in separate batches for each shard (decision 51). Shards can be divided later. */
const shardsOfWorker = 1;

/** The other tables are colocated with this one, so that all rows of a company are on one machine. */
const colocationTable = 'events';

/**
 * Distributes the event-side tables over a Citus cluster by company. Does nothing on plain PostgreSQL. Skips what is
 * already distributed, so that an interrupted run can be repeated. `shards` is of use in a first run only.
 */
export async function distributeDatabase(
  client: pg.Client,
  print: (line: string) => void,
  shards?: number,
): Promise<Distribution> {
  const found = await client.query<{ is_created: boolean }>(
    `SELECT installed_version IS NOT NULL AS is_created FROM pg_available_extensions WHERE name = 'citus'`,
  );
  const [extension] = found.rows;
  if (!extension) return { is: 'plain' };
  if (!extension.is_created) return { is: 'available' };
  const done = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_dist_partition JOIN pg_class ON pg_class.oid = logicalrelid
     WHERE partmethod = 'h' OR repmodel = 't'`,
  );
  const name = await client.query<{ name: string }>('SELECT current_database() AS name');
  const statements = planDistribution({
    tables: await listTablePlans(client),
    done: new Set(done.rows.map((row) => row.name)),
    database: name.rows[0]?.name ?? '',
    shards: shards ?? shardsOfWorker * (await countWorkers(client)),
  });
  for (const statement of statements) {
    print(statement);
    await client.query(statement);
  }
  // Connections that are open keep the earlier setting of multi_shard_modify_mode.
  await client.query('SELECT pg_notify($1, $2)', [
    notificationChannel,
    encodeNotification({ kind: 'connections-outdated' }),
  ]);
  return { is: 'distributed', statements };
}

async function countWorkers(client: pg.Client): Promise<number> {
  const found = await client.query<{ workers: number }>(
    'SELECT count(*)::int AS workers FROM citus_get_active_worker_nodes()',
  );
  return Math.max(1, found.rows[0]?.workers ?? 0);
}

/** Returns the statements that are still to be run, in order. */
export function planDistribution(given: {
  tables: TablePlan[];
  done: Set<string>;
  database: string;
  shards: number;
}): string[] {
  const { tables, done, database, shards } = given;
  const eventSide = tables.filter((table) => table.first_key_column === 'company_id').map(({ name }) => name);
  const others = eventSide.filter((name) => name !== colocationTable);
  const steps = [
    // Every machine has all companies, so that joins with them are local.
    { table: 'companies', call: `create_reference_table('companies')` },
    {
      table: colocationTable,
      call: `create_distributed_table('${colocationTable}', 'company_id', shard_count => ${shards})`,
    },
    ...others.map((table) => ({
      table,
      call: `create_distributed_table('${table}', 'company_id', colocate_with => '${colocationTable}')`,
    })),
  ];
  // The rows were copied to the other machines. Their copies on the coordinator would only take up space. Those of
  // companies stay: tables with accounts refer to them.
  const freeing = (table: string) =>
    table === 'companies' ? [] : [`SELECT truncate_local_data_after_distributing_table('${table}')`];
  return [
    ...steps
      .filter(({ table }) => !done.has(table))
      .flatMap(({ table, call }) => [`SELECT ${call}`, ...freeing(table)]),
    // Citus opens by default one connection for each company of a batch, which is eight times slower for the usual few.
    `ALTER DATABASE ${pg.escapeIdentifier(database)} SET citus.multi_shard_modify_mode = 'sequential'`,
  ];
}

/** The product's tables, with the first column of each primary key. */
export async function listTablePlans(client: pg.Client): Promise<TablePlan[]> {
  const found = await client.query<TablePlan>(
    `SELECT c.relname AS name, a.attname AS first_key_column
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
     LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
     WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p') AND NOT c.relispartition
     ORDER BY c.relname`,
  );
  return found.rows;
}
