import { join } from 'node:path';
import type { Northlight } from '../northlight.ts';

/** As much as the server's engine may use. */
const settings = { threads: '2', memory_limit: '256MiB' };

/** Answers statements written by hand over the segments of a company. `VISITS` and `HITS` are their files. */
export async function openRawFiles(
  { client, dataDir }: Pick<Northlight, 'client' | 'dataDir'>,
  companyId: string,
): Promise<{ measure: (statement: string) => Promise<number>; close: () => void }> {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:', settings);
  const connection = await instance.connect();
  await connection.run('SET GLOBAL parquet_metadata_cache = true');
  const { rows } = await client.query<{ name: string }>('SELECT name FROM segments WHERE company_id = $1', [
    companyId,
  ]);
  const toFiles = (part: 'hits' | 'visits') => {
    const files = rows.map(({ name }) => join(dataDir, 'segments', companyId, `${name}.${part}.parquet`));
    return `read_parquet([${files.map((file) => `'${file}'`).join(', ')}])`;
  };
  return {
    /** Milliseconds. */
    measure: async (statement) => {
      const sql = statement.replaceAll('VISITS', toFiles('visits')).replaceAll('HITS', toFiles('hits'));
      const started = performance.now();
      await connection.runAndReadAll(sql);
      return performance.now() - started;
    },
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
