import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Db } from '../db/client.ts';
import { hitColumns, sumColumns, toColumnList, visitColumns } from '../features/segments/columns.ts';
import type { Connection } from '../features/segments/duckdb/duckdb.ts';
import { sumByDay } from '../features/segments/files/daily-sums.ts';
import type { SegmentLimits } from '../features/segments/segment-limits.ts';
import { type Dataset, type DatasetView, Segments } from '../features/segments/segments.ts';
import { ensureMonths } from '../features/tracking/partitions/partitions.ts';
import { unhurriedLimits } from './stats/unhurried-limits.ts';
import { openTestDb } from './test-app.ts';

/** An event as a test describes it; the rest has usual values. */
export interface TestEvent {
  id?: string;
  at: string;
  kind?: 'pageview' | 'event' | 'order' | 'engagement' | 'session';
  /** Null for a row without a visitor. */
  visitor?: number | null;
  path?: string;
  host?: string | null;
  sessionId?: string | null;
  country?: string | null;
  referrerHost?: string;
  eventName?: string;
  engagedMs?: number;
  order?: { id: string; amount: string };
}

/** A database with one company, partitions for October and November 2026, and segments in a separate folder. */
export async function openSegmentsFixture(timeZone = 'Europe/Berlin') {
  const { db, url, close } = await openTestDb();
  await ensureMonths(db, [new Date('2026-10-01T00:00:00Z'), new Date('2026-11-01T00:00:00Z')]);
  const folder = mkdtempSync(join(tmpdir(), 'northlight-segments-'));
  const opened: Segments[] = [];
  const dataset: Dataset = { id: randomUUID(), timeZone };
  await db.query('INSERT INTO companies (id, name, domain, time_zone) VALUES ($1, $2, $3, $4)', [
    dataset.id,
    'Shop',
    `${dataset.id}.test`,
    timeZone,
  ]);
  const open = (
    dataDir = join(folder, 'data'),
    settings: { retentionDays?: number; diskReserveBytes?: number; limits?: Partial<SegmentLimits> } = {},
  ) => {
    const segments = new Segments({
      db,
      databaseUrl: url,
      dataDir,
      retentionDays: undefined,
      diskReserveBytes: 1,
      log: { info: () => {}, warn: () => {} },
      ...settings,
      limits: { ...unhurriedLimits, ...settings.limits },
    });
    opened.push(segments);
    return segments;
  };
  return {
    db,
    url,
    dataset,
    folder,
    dataDir: join(folder, 'data'),
    segments: open(),
    open,
    store: (events: TestEvent[], changedAt?: Date) => storeEvents(db, dataset.id, events, changedAt),
    /** Reads the relations, without the numbers of visits. */
    read: (segments: Segments, asked: Dataset = dataset) => readRelations(segments, asked),
    /** The same from PostgreSQL alone: a store without segments. */
    readWithoutSegments: async (asked: Dataset = dataset) => {
      const fresh = open(join(folder, randomUUID()));
      return readRelations(fresh, asked);
    },
    listFiles: () => readdirSync(join(folder, 'data', 'segments', dataset.id)).toSorted(),
    close: async () => {
      for (const segments of opened) await segments.close();
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type SegmentsFixture = Awaited<ReturnType<typeof openSegmentsFixture>>;

/** The view through files and tail, which must equal one that reads PostgreSQL alone. */
export async function expectExact(fixture: SegmentsFixture) {
  const seen = await fixture.read(fixture.segments);
  expect(seen).toEqual(await fixture.readWithoutSegments());
  return seen;
}

/** The listed segments of the fixture's dataset, in the order of their days. */
export async function listSegments({ db, dataset }: SegmentsFixture) {
  const { rows } = await db.query<{
    first_day: string;
    last_day: string;
    name: string;
    revision: number;
    hits: number;
  }>(
    `SELECT first_day::text, last_day::text, name, revision, hits FROM segments
     WHERE company_id = $1 ORDER BY first_day, store_id`,
    [dataset.id],
  );
  return rows;
}

/** Stores events in one transaction with its row of the journal, as tracking does. Returns their ids. */
export async function storeEvents(
  db: Db,
  datasetId: string,
  events: TestEvent[],
  changedAt = new Date(),
): Promise<string[]> {
  const ids = events.map(({ id }) => id ?? randomUUID());
  await db.transaction(async (tx) => {
    for (const [index, event] of events.entries()) {
      const isOld = event.host === null;
      await tx.query(
        `INSERT INTO events (company_id, id, kind, session_id, path, referrer_host, browser, os, device, order_id, amount,
           occurred_at, visitor_id, host, referrer_path, source, channel, country, event_name, engaged_ms)
         VALUES ($1, $2, $3, $4, $5, $6, 'Firefox', 'Linux', 'desktop', $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
        [
          datasetId,
          ids[index],
          event.kind ?? 'pageview',
          event.sessionId ?? null,
          event.path ?? '/',
          event.referrerHost ?? '',
          event.order?.id ?? null,
          event.order?.amount ?? null,
          event.at,
          isOld || event.visitor === null ? null : (event.visitor ?? 1),
          isOld ? null : (event.host ?? 'shop.test'),
          isOld ? null : '',
          isOld ? null : 'Direct',
          isOld ? null : 'Direct',
          event.country ?? null,
          event.eventName ?? null,
          event.engagedMs ?? null,
        ],
      );
      if (event.order)
        await tx.query(
          `INSERT INTO shop_orders (company_id, order_id, event_id, amount, occurred_at) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT DO NOTHING`,
          [datasetId, event.order.id, ids[index], event.order.amount, event.at],
        );
    }
    await recordChange(
      tx,
      datasetId,
      ids.map((id, index) => ({ id, at: events[index]?.at ?? '' })),
      changedAt,
    );
  });
  return ids;
}

/** A row of the journal for events that were added or changed. */
export async function recordChange(
  tx: Pick<Db, 'query'>,
  datasetId: string,
  changed: { id: string; at: string }[],
  changedAt = new Date(),
): Promise<void> {
  await tx.query(
    `WITH revisions AS (
       INSERT INTO dataset_revisions AS t (company_id, last_event_at, revision)
       VALUES ($1, now(), 1)
       ON CONFLICT (company_id) DO UPDATE SET revision = t.revision + 1 RETURNING company_id, revision)
     INSERT INTO event_changes (company_id, revision, event_ids, event_times, changed_at)
     SELECT company_id, revision, $2::uuid[], $3::timestamptz[], $4 FROM revisions`,
    [datasetId, changed.map(({ id }) => id), changed.map(({ at }) => at), changedAt],
  );
}

async function readRelations(segments: Segments, dataset: Dataset) {
  const view = await segments.openDatasetView(dataset, 'all');
  try {
    const visits = visitColumns.filter((name) => !['visit_no', 'visitor_no'].includes(name));
    const hits = hitColumns.filter((name) => !['visit_no', 'visitor_no'].includes(name));
    const list = toColumnList;
    const { instance } = view;
    const numbers = await segments.runQuery(
      `SELECT (SELECT count(DISTINCT (day, visit_no)) FROM ${view.visits}) AS visits,
              (SELECT count(DISTINCT (day, visitor_no)) FROM ${view.visits}) AS visitors,
              (SELECT count(*) FROM ${view.hits} h JOIN ${view.visits} v USING (day, visit_no, visitor_no) WHERE h.visit_started_at = v.started_at) AS hits_of_visits`,
      [],
      { instance },
    );
    return {
      visits: await segments.runQuery(`SELECT ${list(visits)} FROM ${view.visits} ORDER BY ALL`, [], {
        instance,
      }),
      hits: await segments.runQuery(`SELECT ${list(hits)} FROM ${view.hits} ORDER BY ALL`, [], { instance }),
      numbers: numbers[0],
      sums: await readDailySums(segments, view),
      firstDay: view.firstDay,
      revision: view.revision,
      pending: view.pending,
    };
  } finally {
    view.release();
  }
}

/** The daily sums of the files together with those of everything else. */
function readDailySums(segments: Segments, view: DatasetView) {
  const read = async (connection: Connection) => {
    const { sums, rest } = view.summed({ first: '0001-01-01', last: '9999-12-31' });
    const parts = [sums, rest && (await sumByDay(connection, rest))].filter((part) => part !== undefined);
    if (parts.length === 0) return [];
    const [keys, counts] = [sumColumns.slice(0, 3), sumColumns.slice(3)];
    return connection.read(
      `SELECT ${keys.join(', ')}, ${counts.map((name) => `sum(${name})::VARCHAR AS ${name}`).join(', ')}
       FROM (${parts.map((part) => `SELECT ${toColumnList(sumColumns)} FROM ${part}`).join(' UNION ALL ')})
       GROUP BY ALL ORDER BY ALL`,
    );
  };
  return segments.duckDb.withConnection(read, { instance: view.instance });
}
