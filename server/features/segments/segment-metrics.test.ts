import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Metrics } from '../../platform/metrics/metrics.ts';
import { toMetricsText } from '../../platform/metrics/metrics-text.ts';
import { aCompany, anEventId } from '../../testing/builders.ts';
import { parseMetrics, sumSamples } from '../../testing/parse-metrics.ts';
import { unhurriedLimits } from '../../testing/stats/unhurried-limits.ts';
import { openTestDb } from '../../testing/test-app.ts';
import { loadEvents } from '../tracking/import/bulk-load.ts';
import { measureSegments } from './segment-metrics.ts';
import { Segments } from './segments.ts';

const metrics = new Metrics();
let t: Awaited<ReturnType<typeof openTestDb>>;
let dataDir: string;
let segments: Segments;
let measured: ReturnType<typeof measureSegments>;
beforeAll(async () => {
  t = await openTestDb();
  dataDir = mkdtempSync(join(tmpdir(), 'northlight-segment-metrics-'));
  segments = new Segments({
    db: t.db,
    databaseUrl: t.url,
    dataDir,
    retentionDays: undefined,
    diskReserveBytes: 0,
    log: { info: () => {}, warn: () => {} },
    limits: unhurriedLimits,
  });
  measured = measureSegments({ metrics, db: t.db, segments, onError: () => {} });
});
afterAll(async () => {
  await measured.stop();
  await segments.close();
  await t.close();
  rmSync(dataDir, { recursive: true });
});

const read = (name: string, labels: Record<string, string> = {}) =>
  sumSamples(
    parseMetrics(toMetricsText([{ labels: {}, families: metrics.read() }])),
    `northlight_${name}`,
    labels,
  );

async function load(companyId: string, count: number): Promise<void> {
  const now = new Date();
  const events = Array.from({ length: count }, () => ({
    id: anEventId(now),
    kind: 'pageview' as const,
    path: '/',
    host: 'shop.test',
    referrer_host: '',
    browser: 'Firefox',
    os: 'Linux',
    device: 'desktop',
    occurred_at: now,
    visitor_id: 1n,
  }));
  await loadEvents({ db: t.db, ownerUrl: t.url }, companyId, events, { now });
}

test('files, bytes, rows, builds and the age of the oldest change are measured', async () => {
  const { company } = await aCompany(t.db);
  await load(company.id, 30);
  await measured.refresh();
  expect(read('segment_files')).toBe(0);
  expect(read('segment_oldest_change_seconds')).toBeGreaterThan(0);

  await segments.builder.runPass([company.id]);
  await measured.refresh();
  expect(read('segment_files')).toBe(2);
  expect(read('segment_bytes')).toBeGreaterThan(100);
  expect(read('segment_rows_built_total')).toBe(30);
  expect(read('segment_builds_total')).toBe(1);
  expect(read('segment_build_failures_total')).toBe(0);
  expect(read('segment_build_seconds_total')).toBeGreaterThan(0);
  expect(read('segment_oldest_change_seconds')).toBe(0);
});

test('a company that cannot be built is counted until it is', async () => {
  const { company } = await aCompany(t.db);
  await load(company.id, 1);
  await measured.refresh();
  expect(read('segment_failing_datasets')).toBe(0);
  const full = new Segments({
    ...{ db: t.db, databaseUrl: t.url, dataDir, retentionDays: undefined },
    diskReserveBytes: Number.MAX_SAFE_INTEGER,
    log: { info: () => {}, warn: () => {} },
  });
  await full.builder.runPass([company.id]);
  await full.close();
  await measured.refresh();
  expect(read('segment_failing_datasets')).toBe(1);
  await segments.builder.runPass([company.id]);
  await measured.refresh();
  expect(read('segment_failing_datasets')).toBe(0);
});

test('questions are counted by outcome, with their time', async () => {
  const before = read('questions_total', { outcome: 'answered' }) ?? 0;
  await segments.runQuery('SELECT 1 AS one', []);
  expect(read('questions_total', { outcome: 'answered' })).toBe(before + 1);
  const slow = segments.runQuery(
    'SELECT sum(a.range * b.range) AS n FROM range(1000000) a, range(1000000) b',
    [],
    {
      timeoutMs: 20,
    },
  );
  await expect(slow).rejects.toThrow('took too long');
  expect(read('questions_total', { outcome: 'timeout' })).toBe(1);
  await expect(segments.runQuery('SELECT nothing', [])).rejects.toThrow();
  expect(read('questions_total', { outcome: 'failed' })).toBe(1);
  expect(read('question_seconds_count')).toBe(before + 3);
  expect(read('questions_waiting')).toBe(0);
});
