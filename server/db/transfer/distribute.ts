import pg from 'pg';

export type Distribution =
  | { is: 'plain' }
  | { is: 'available' }
  | { is: 'distributed'; statements: string[] };

export interface TablePlan {
  name: string;
  /** Undefined: not a table of the event side. */
  first_key_column: string | undefined;
}

/** The table the others lie beside, company by company. */
const anchor = 'events';

/**
 * Spreads the event side over a Citus cluster by company, leaving out what is done already. On plain
 * PostgreSQL it does nothing. Each statement stands for itself: a run that was cut off goes on where
 * it was.
 */
export async function distributeDatabase(
  client: pg.Client,
  say: (line: string) => void,
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
  });
  for (const statement of statements) {
    say(statement);
    await client.query(statement);
  }
  return { is: 'distributed', statements };
}

/** The statements still to be run, in their order. */
export function planDistribution(given: {
  tables: TablePlan[];
  done: Set<string>;
  database: string;
}): string[] {
  const { tables, done, database } = given;
  const eventSide = tables.filter((table) => table.first_key_column === 'company_id').map(({ name }) => name);
  const others = eventSide.filter((name) => name !== anchor);
  const steps = [
    // Every worker has all companies, so that joins with them stay on one machine.
    { table: 'companies', call: `create_reference_table('companies')` },
    { table: anchor, call: `create_distributed_table('${anchor}', 'company_id')` },
    ...others.map((table) => ({
      table,
      call: `create_distributed_table('${table}', 'company_id', colocate_with => '${anchor}')`,
    })),
  ];
  return [
    ...steps.filter(({ table }) => !done.has(table)).map(({ call }) => `SELECT ${call}`),
    // A batch holds few companies, and by default each would get a connection of its own: eight times slower.
    `ALTER DATABASE ${pg.escapeIdentifier(database)} SET citus.multi_shard_modify_mode = 'sequential'`,
  ];
}

/** The product's tables and what their primary keys begin with. */
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
