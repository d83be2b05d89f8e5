import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { completeDatabase } from '../../../commands/prepare-database.ts';
import { mayDropMonth } from '../../../features/segments/retention/retention.ts';
import { Segments } from '../../../features/segments/segments.ts';
import { dropExpiredPartitions, ensureMonths } from '../../../features/tracking/partitions/partitions.ts';
import { resolveFolders } from '../../../paths.ts';
import { createDatabase } from '../../../testing/database/databases.ts';
import { queryValues } from '../../../testing/database/embedded-harness.ts';
import { openSegmentsFixture, type SegmentsFixture } from '../../../testing/segments-fixture.ts';
import { openDb } from '../../client.ts';
import { backUpDatabase } from './backup.ts';
import { restoreDatabase } from './restore.ts';

const quiet = () => {};
let root: string;
let fixture: SegmentsFixture;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'northlight-segments-time-'));
  fixture = await openSegmentsFixture('America/New_York');
  await ensureMonths(
    fixture.db,
    ['2024-03-01', '2024-04-01', '2024-05-01'].map((day) => new Date(day)),
  );
});
afterEach(async () => {
  await fixture.close();
  rmSync(root, { recursive: true });
});

const now = new Date('2024-05-20T12:00:00Z');
const march = [
  { at: '2024-03-10T12:00:00Z', visitor: 1, path: '/a' },
  { at: '2024-03-10T12:10:00Z', visitor: 1, path: '/b' },
  // In New York still the last day of March, in UTC already April.
  { at: '2024-04-01T02:00:00Z', visitor: 2, path: '/c' },
  { at: '2024-03-31T23:00:00Z', visitor: 2, path: '/d' },
];
const april = [{ at: '2024-04-15T12:00:00Z', visitor: 3, path: '/e' }];

/** The job that drops expired months, which keeps 30 days. */
const dropExpired = () =>
  dropExpiredPartitions(fixture.db, now, 30, (month) =>
    mayDropMonth(fixture.db, month, { now: new Date(), segmentRetentionDays: undefined }),
  );

test('reports are the same after raw events were dropped, and dropping waits for segments', async () => {
  await fixture.store([...march, ...april]);
  const before = await fixture.readWithoutSegments();
  expect(await dropExpired()).toEqual({ dropped: [], kept: ['events_2024_03'] });
  await fixture.segments.builder.runPass([fixture.dataset.id]);
  expect(await dropExpired()).toEqual({ dropped: ['events_2024_03'], kept: [] });
  expect(await fixture.read(fixture.segments)).toEqual(before);
  // A new process, and a late event of the month that is still there.
  await fixture.store([{ at: '2024-04-16T12:00:00Z', visitor: 4 }]);
  const reopened = fixture.open();
  const after = await fixture.read(reopened);
  expect(after.hits).toHaveLength(before.hits.length + 1);
  await reopened.builder.runPass([fixture.dataset.id]);
  expect(await fixture.read(fixture.open())).toEqual(after);
});

test('segments of dropped events survive a backup, a restore and the next build', async () => {
  await fixture.store([...march, ...april]);
  await fixture.segments.builder.runPass([fixture.dataset.id]);
  await dropExpired();
  const before = await fixture.read(fixture.segments);
  const file = join(root, 'northlight.backup');
  const common = { file, secretFingerprint: 'mark', print: quiet };
  const segmentsFolder = join(fixture.dataDir, 'segments');
  await backUpDatabase({ ...common, url: fixture.url, segmentsFolder, now: new Date() });
  const target = await createDatabase(inject('databaseAdminUrl'));
  const dataDir = join(root, 'restored');
  await restoreDatabase({
    ...common,
    url: target.url,
    segmentsFolder: join(dataDir, 'segments'),
    migrationsFolder: resolveFolders().migrations,
    afterwards: (owner) => completeDatabase(owner, target.url, quiet),
  });
  const db = openDb({ url: target.url, onError: quiet });
  const log = { info: quiet, warn: quiet };
  const segments = new Segments({
    db,
    databaseUrl: target.url,
    dataDir,
    retentionDays: undefined,
    diskReserveBytes: 1,
    log,
  });
  try {
    // PostgreSQL alone would answer without March, and the segments alone have nothing else.
    const view = await segments.openDatasetView(fixture.dataset, 'all');
    view.release();
    expect(view.pending).toMatchObject({ kind: 'preparing', counted: [{ first: '2024-03-10' }] });
    await segments.builder.runPass([fixture.dataset.id]);
    expect(await fixture.read(segments)).toEqual(before);
  } finally {
    await segments.close();
    await db.close();
    await target.drop();
  }
});

test('a database that went back in time is never answered from newer files', async () => {
  const tables = ['events', 'event_changes', 'dataset_revisions', 'segments', 'segment_states'];
  await fixture.store(march);
  await fixture.segments.builder.runPass([fixture.dataset.id]);
  for (const table of tables) await fixture.db.query(`CREATE TABLE saved_${table} AS SELECT * FROM ${table}`);
  await fixture.store([...april, { at: '2024-03-10T12:20:00Z', visitor: 1, path: '/later' }]);
  await fixture.segments.builder.runPass([fixture.dataset.id]);
  const future = await fixture.read(fixture.segments);

  // The tables are restored with another tool, on the same machine.
  for (const table of tables) {
    await fixture.db.query(`DELETE FROM ${table}`);
    await fixture.db.query(`INSERT INTO ${table} SELECT * FROM saved_${table}`);
  }
  const back = fixture.open();
  expect(await fixture.read(back)).toEqual(await fixture.readWithoutSegments());
  // Another history gets to the same revisions.
  await fixture.store([{ at: '2024-03-10T12:30:00Z', visitor: 1, path: '/elsewhere' }]);
  expect(await fixture.read(back)).toEqual(await fixture.readWithoutSegments());
  await back.builder.runPass([fixture.dataset.id]);
  expect(await fixture.read(fixture.open())).toEqual(await fixture.readWithoutSegments());
  expect(await fixture.read(fixture.open())).not.toEqual(future);
});

test('files that a later state has replaced are built again after going back', async () => {
  const tables = ['events', 'event_changes', 'dataset_revisions', 'segments', 'segment_states'];
  await fixture.store(march);
  await fixture.segments.builder.runPass([fixture.dataset.id]);
  for (const table of tables) await fixture.db.query(`CREATE TABLE saved_${table} AS SELECT * FROM ${table}`);
  await fixture.store([{ at: '2024-03-10T12:20:00Z', visitor: 1, path: '/later' }]);
  await fixture.segments.builder.runPass([fixture.dataset.id]);
  const listed = await queryValues(fixture.url, 'SELECT name FROM segments');
  const folder = join(fixture.dataDir, 'segments', fixture.dataset.id);
  for (const name of readdirSync(folder))
    if (!listed.some((each) => name.startsWith(String(each)))) rmSync(join(folder, name));
  for (const table of tables) {
    await fixture.db.query(`DELETE FROM ${table}`);
    await fixture.db.query(`INSERT INTO ${table} SELECT * FROM saved_${table}`);
  }
  const back = fixture.open();
  expect(await fixture.read(back)).toEqual(await fixture.readWithoutSegments());
  await back.builder.runPass([fixture.dataset.id]);
  expect(await fixture.read(fixture.open())).toEqual(await fixture.readWithoutSegments());
});
