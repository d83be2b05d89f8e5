import pg from 'pg';
import { z } from 'zod';

/** A table and its columns, without generated ones. */
export const tableShape = z.object({ name: z.string(), columns: z.array(z.string()).min(1) });
export type Table = z.infer<typeof tableShape>;

/** The bounds are in PostgreSQL's syntax. The pattern prevents a forged backup from executing other SQL. */
export const partitionShape = z.object({
  table: z.string(),
  name: z.string(),
  bounds: z.string().regex(/^FOR VALUES FROM \('[\d :+.-]+'\) TO \('[\d :+.-]+'\)$/),
});
export type Partition = z.infer<typeof partitionShape>;

/**
 * The product's tables, sorted so that referenced tables come first. Read from the database, so that a new table
 * cannot be forgotten. Leaves out unlogged tables, whose rows may be lost at any time.
 */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const found = await client.query<Table & { refers_to: string[] }>(
    `SELECT c.relname AS name,
            ARRAY(SELECT attname::text FROM pg_attribute
                  WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
                  ORDER BY attnum) AS columns,
            ARRAY(SELECT other.relname::text FROM pg_constraint JOIN pg_class other ON other.oid = confrelid
                  WHERE conrelid = c.oid AND contype = 'f' AND confrelid <> c.oid) AS refers_to
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p') AND c.relpersistence = 'p'
       AND NOT c.relispartition
       AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = c.oid AND deptype = 'e')
     ORDER BY c.relname`,
  );
  const sorted: Table[] = [];
  let waiting = found.rows;
  while (waiting.length > 0) {
    const isLater = (name: string) => waiting.some((table) => table.name === name);
    const ready = waiting.filter((table) => !table.refers_to.some(isLater));
    if (ready.length === 0)
      throw new Error(`The tables ${waiting.map(({ name }) => name)} reference each other in a cycle.`);
    sorted.push(...ready.map(({ name, columns }) => ({ name, columns })));
    waiting = waiting.filter((table) => !ready.includes(table));
  }
  return sorted;
}

/** Destroyed with their day, so that visitor ids can never be computed again. No copy may keep them. */
const secretTables: ReadonlySet<string> = new Set(['visitor_salts']);
/** Tables that one machine has derived from the events, and the journal from which it derives them. */
const derivedTables: ReadonlySet<string> = new Set([
  'event_changes',
  'segment_failures',
  'segment_states',
  'segments',
]);

/** The tables that are copied to another database which stays in use with the same segments. */
export async function listMovableTables(client: pg.Client): Promise<Table[]> {
  return (await listTables(client)).filter(({ name }) => !secretTables.has(name));
}

/**
 * The tables of a backup. Without a list of segments a restored database, which is back in an earlier state, never reads
 * segments of a later one.
 */
export async function listBackupTables(client: pg.Client): Promise<Table[]> {
  return (await listMovableTables(client)).filter(({ name }) => !derivedTables.has(name));
}

export async function listPartitions(client: pg.Client): Promise<Partition[]> {
  const found = await client.query<Partition>(
    `SELECT parent.relname AS table, child.relname AS name,
            pg_get_expr(child.relpartbound, child.oid) AS bounds
     FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid JOIN pg_class parent ON parent.oid = inhparent
     JOIN pg_namespace n ON n.oid = parent.relnamespace
     WHERE n.nspname = current_schema() AND parent.relkind = 'p' AND child.relispartition
     ORDER BY 1, 2`,
  );
  return z.array(partitionShape).parse(found.rows);
}

export async function createPartitions(client: pg.Client, partitions: Partition[]): Promise<void> {
  for (const { table, name, bounds } of partitions) {
    await client.query(
      `CREATE TABLE IF NOT EXISTS ${pg.escapeIdentifier(name)} PARTITION OF ${pg.escapeIdentifier(table)} ${bounds}`,
    );
  }
}

export const sequenceShape = z.object({ name: z.string(), last_value: z.string().nullable() });
export type Sequence = z.infer<typeof sequenceShape>;

export async function listSequences(client: pg.Client): Promise<Sequence[]> {
  const found = await client.query<Sequence>(
    `SELECT sequencename AS name, last_value::text FROM pg_sequences WHERE schemaname = current_schema() ORDER BY 1`,
  );
  return found.rows;
}

/** Sets the sequences to the values of the source. */
export async function setSequences(client: pg.Client, sequences: Sequence[]): Promise<void> {
  for (const { name, last_value } of sequences) {
    if (last_value === null) continue;
    await client.query('SELECT setval($1::regclass, $2::bigint)', [pg.escapeIdentifier(name), last_value]);
  }
}

/**
 * Vacuums and analyzes tables that were just loaded. Reports a failure but does not throw: the rows are committed, and
 * queries are only slower until autovacuum has run.
 */
export async function vacuumTables(
  client: pg.Client,
  tables: Table[],
  print: (line: string) => void,
): Promise<void> {
  print('Running VACUUM (ANALYZE) on the new tables.');
  try {
    for (const { name } of tables) await client.query(`VACUUM (ANALYZE) ${pg.escapeIdentifier(name)}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    print(
      `All rows are stored, but VACUUM (ANALYZE) failed: ${reason}. Queries may be slower until PostgreSQL repeats it automatically.`,
    );
  }
}

const toColumnList = (table: Table) => table.columns.map((column) => pg.escapeIdentifier(column)).join(', ');

export function toCopyOut(table: Table): string {
  // A query: partitioned tables cannot be copied by name before PostgreSQL 18.
  return `COPY (SELECT ${toColumnList(table)} FROM ${pg.escapeIdentifier(table.name)}) TO STDOUT`;
}

export function toCopyIn(table: Table): string {
  return `COPY ${pg.escapeIdentifier(table.name)} (${toColumnList(table)}) FROM STDIN`;
}

export interface TableChecksum {
  rows: string;
  checksum: string;
}

/** The number of rows, and a checksum over all values that does not depend on the order of the rows. */
export async function checksumTable(client: pg.Client, table: Table): Promise<TableChecksum> {
  const found = await client.query<TableChecksum>(
    `SELECT count(*)::text AS rows,
            coalesce(sum(hashtextextended(ROW(${toColumnList(table)})::text COLLATE "C", 0)), 0)::text AS checksum
     FROM ${pg.escapeIdentifier(table.name)}`,
  );
  const [checksum] = found.rows;
  if (!checksum) throw new Error(`${table.name} could not be read`);
  return checksum;
}
