import { existsSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { openDb } from '../../server/db/client.ts';
import { segmentParts } from '../../server/db/transfer/backup/segment-files.ts';
import { DuckDb } from '../../server/features/segments/duckdb/duckdb.ts';
import { recordEventChanges } from '../../server/features/tracking/event-changes.queries.ts';

const fileEnding = new RegExp(`\\.(${segmentParts.join('|')})\\.parquet.*$`);

interface ListedSegment {
  name: string;
  hits: string;
  visits: string;
}

/** The segments of one company in a server's data folder. */
export class SegmentStore {
  readonly folder: string;
  readonly #databaseUrl: string;
  readonly #companyId: string;

  constructor({
    dataDir,
    databaseUrl,
    companyId,
  }: { dataDir: string; databaseUrl: string; companyId: string }) {
    this.folder = join(dataDir, 'segments', companyId);
    this.#databaseUrl = databaseUrl;
    this.#companyId = companyId;
  }

  listFiles(): string[] {
    return existsSync(this.folder)
      ? readdirSync(this.folder).filter((name) => name.includes('.parquet'))
      : [];
  }

  /** Whether a connection of a segment builder holds the lock of the store. */
  async isBuilding(): Promise<boolean> {
    return (await this.#query(`SELECT FROM pg_stat_activity WHERE ${builderConnections}`)).length > 0;
  }

  /** Terminates the connection of the segment builder. Returns whether there was one. */
  async terminateBuilder(): Promise<boolean> {
    const killed = await this.#query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${builderConnections}`,
    );
    return killed.length > 0;
  }

  async isComplete(): Promise<boolean> {
    const complete = await this.#query(
      `SELECT FROM dataset_revisions t JOIN segment_states s USING (company_id)
       WHERE t.company_id = $1 AND s.revision = t.revision`,
      [this.#companyId],
    );
    return complete.length > 0;
  }

  /**
   * Loads page views on the days before today, and journals them as one range. `visitors`: of each day. `isWide`: of 20,000
   * pages, each tenth with an address of 1,500 characters, and each fiftieth row a custom event with properties of 5 kB.
   */
  async load({
    events,
    days,
    visitors = 97,
    isWide = false,
  }: {
    events: number;
    days: number;
    visitors?: number;
    isWide?: boolean;
  }): Promise<void> {
    await this.#createMonths(days);
    await this.#query(
      `INSERT INTO events (company_id, id, kind, path, referrer_host, browser, os, device, occurred_at, visitor_id, host,
                           referrer_path, source, channel, event_name, properties)
       SELECT $1, gen_random_uuid(), CASE WHEN is_event THEN 'event' ELSE 'pageview' END,
              '/page-' || n % CASE WHEN $5 THEN 20000 ELSE 50 END || CASE WHEN $5 AND n % 10 = 0 THEN '/' || repeat('x', 1490) ELSE '' END,
              '', 'Firefox', 'Linux', 'desktop',
              date_trunc('day', now(), 'UTC') - make_interval(days => 1 + n % $3) + make_interval(secs => n::bigint * 7919 % 86000),
              hashtextextended(n % $4 || '-' || n % $3, 0), 'localhost', '', 'Direct', 'Direct',
              CASE WHEN is_event THEN 'viewed' END,
              CASE WHEN is_event THEN jsonb_build_object('text', repeat(md5(n::text), 156)) END
       FROM generate_series(1, $2::int) AS n, LATERAL (SELECT $5::boolean AND n % 50 = 1) AS each(is_event)`,
      [this.#companyId, events, days, visitors, isWide],
    );
    await this.markChanged(days);
  }

  /** Journals a change of any event of these days, so that their segments are written again. */
  async markChanged(days: number): Promise<void> {
    const db = openDb({ url: this.#databaseUrl, onError: () => {} });
    try {
      const now = new Date();
      const from = new Date(now.getTime() - (days + 2) * 86_400_000);
      await db.transaction((tx) => recordEventChanges(tx, this.#companyId, { from, to: now }, now));
    } finally {
      await db.close();
    }
  }

  /** Throws unless all files of every listed segment are complete. Returns the number of segments. */
  async requireWhole(): Promise<number> {
    const listed = await this.#listSegments();
    const duckDb = new DuckDb({ folder: this.folder });
    try {
      for (const segment of listed) {
        for (const part of segmentParts) {
          const file = join(this.folder, `${segment.name}.${part}.parquet`);
          if (!existsSync(file)) throw new Error(`${file} is listed, but does not exist`);
          // Reads every value, so that a truncated or damaged file fails.
          const [row] = await duckDb.read<{ rows: string }>(
            `SELECT count(*) AS rows FROM (SELECT hash(t) AS h FROM read_parquet('${file}') t) WHERE h IS NOT NULL`,
            [],
            { timeoutMs: 60_000 },
          );
          // The number of daily sums is not listed.
          const rows = part === 'sums' ? row?.rows : segment[part];
          if (Number(row?.rows) !== Number(rows))
            throw new Error(`${file} has ${row?.rows} rows; listed are ${rows}`);
        }
      }
    } finally {
      await duckDb.close();
    }
    return listed.length;
  }

  /** Files that no listed segment has. */
  async listUnlisted(): Promise<string[]> {
    const names = new Set((await this.#listSegments()).map(({ name }) => name));
    return this.listFiles().filter((file) => !names.has(file.replace(fileEnding, '')));
  }

  /** Unlisted files stay for the longest question. This lets them look as if that time had passed. */
  async ageUnlisted(): Promise<string[]> {
    const unlisted = await this.listUnlisted();
    const anHourAgo = new Date(Date.now() - 3_600_000);
    for (const file of unlisted) {
      // A running server may have deleted it since.
      if (existsSync(join(this.folder, file))) utimesSync(join(this.folder, file), anHourAgo, anHourAgo);
    }
    return unlisted;
  }

  #listSegments(): Promise<ListedSegment[]> {
    return this.#query<ListedSegment>(
      'SELECT name, hits::text, visits::text FROM segments WHERE company_id = $1 ORDER BY first_day',
      [this.#companyId],
    );
  }

  async #createMonths(days: number): Promise<void> {
    const now = new Date();
    for (let back = 0; back <= Math.ceil(days / 28) + 1; back += 1) {
      const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
      const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1));
      const name = `events_${from.toISOString().slice(0, 7).replace('-', '_')}`;
      await this.#query(
        `CREATE TABLE IF NOT EXISTS ${name} PARTITION OF events FOR VALUES FROM ('${from.toISOString()}') TO ('${to.toISOString()}')`,
      );
    }
  }

  async #query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.#databaseUrl });
    await client.connect();
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end();
    }
  }
}

const builderConnections = `datname = current_database() AND application_name = 'northlight segments'`;
