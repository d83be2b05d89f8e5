import pg from 'pg';
import { listTables } from '../../db/transfer/tables.ts';
import { withClient } from './with-client.ts';

interface Column {
  column_name: string;
  data_type: string;
  udt_name: string;
  refers_to: string | null;
}

/** The columns of a table, and for a foreign key of one column the table and column it refers to. */
const columnsSql = `
SELECT c.column_name, c.data_type, c.udt_name,
       (SELECT format('SELECT %I FROM %s', other.attname, f.confrelid::regclass)
        FROM pg_constraint f
        JOIN pg_attribute own ON own.attrelid = f.conrelid AND own.attnum = f.conkey[1]
        JOIN pg_attribute other ON other.attrelid = f.confrelid AND other.attnum = f.confkey[1]
        WHERE f.contype = 'f' AND f.conrelid = $1::regclass AND own.attname = c.column_name) AS refers_to
FROM information_schema.columns c
WHERE c.table_schema = current_schema() AND c.table_name = $2 AND c.is_generated = 'NEVER'
ORDER BY c.ordinal_position`;

/** Inserts `rowsPerTable` rows with a value in every column into every table of the product. */
export async function fillEveryTable(url: string, rowsPerTable = 2): Promise<void> {
  await withClient(url, async (client) => {
    // Partitioned by month: events need one for the time that toValue gives them.
    await client.query(
      `CREATE TABLE IF NOT EXISTS events_2026_01 PARTITION OF events FOR VALUES FROM ('2026-01-01Z') TO ('2026-02-01Z')`,
    );
    for (const { name } of await listTables(client)) {
      const quoted = pg.escapeIdentifier(name);
      const { rows: columns } = await client.query<Column>(columnsSql, [quoted, name]);
      for (let row = 0; row < rowsPerTable; row += 1) {
        const values: unknown[] = [];
        for (const [index, column] of columns.entries()) {
          values.push(await toValue(client, { ...column, table: name }, row, index));
        }
        const list = columns.map(({ column_name }) => pg.escapeIdentifier(column_name)).join(', ');
        const places = columns.map((_, index) => `$${index + 1}`).join(', ');
        await client.query(
          `INSERT INTO ${quoted} (${list}) OVERRIDING SYSTEM VALUE VALUES (${places})`,
          values,
        );
      }
    }
  });
}

async function toValue(
  client: pg.Client,
  column: Column & { table: string },
  row: number,
  index: number,
): Promise<unknown> {
  const { table, column_name, data_type, udt_name, refers_to } = column;
  if (refers_to) {
    const found = await client.query({
      text: `${refers_to} ORDER BY 1 OFFSET ${row} LIMIT 1`,
      rowMode: 'array',
    });
    return found.rows[0]?.[0];
  }
  const digits = String(index * 10 + row).padStart(12, '0');
  switch (data_type) {
    case 'uuid':
      return `0198c0de-0000-7000-8000-${digits}`;
    case 'timestamp with time zone':
      return `2026-01-02T03:04:0${row}.${String(index).padStart(3, '0')}Z`;
    case 'date':
      return `2026-01-0${row + 1}`;
    case 'boolean':
      return row % 2 === 0;
    case 'smallint':
    case 'integer':
    case 'bigint':
    case 'numeric':
      return index + row + 1;
    case 'bytea':
      return Buffer.from(`${table} ${column_name} ${row}`);
    case 'json':
    case 'jsonb':
      return JSON.stringify({ [column_name]: row });
    case 'ARRAY':
      return [udt_name === '_uuid' ? `0198c0de-0000-7000-8000-${digits}` : `2026-01-02T03:04:0${row}Z`];
    default:
      return `${column_name} ${row}`;
  }
}

/** Every row of every table as JSON, by table, in an order that does not depend on storage. */
export async function readEveryTable(url: string): Promise<Map<string, Record<string, unknown>[]>> {
  return withClient(url, async (client) => {
    const contents = new Map<string, Record<string, unknown>[]>();
    for (const { name } of await listTables(client)) {
      const found = await client.query<{ row: Record<string, unknown> }>(
        `SELECT to_jsonb(t) AS row FROM ${pg.escapeIdentifier(name)} AS t ORDER BY to_jsonb(t)::text`,
      );
      contents.set(
        name,
        found.rows.map(({ row }) => row),
      );
    }
    return contents;
  });
}

/** The names of all indexes and constraints, which the next generated migration refers to. */
export async function listRelationNames(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    const found = await client.query<{ name: string }>(
      `SELECT conname AS name FROM pg_constraint WHERE connamespace = current_schema()::regnamespace
       UNION SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace ORDER BY 1`,
    );
    return found.rows.map(({ name }) => name);
  });
}
