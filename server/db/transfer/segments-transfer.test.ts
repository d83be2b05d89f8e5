import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prepareDatabase } from '../../commands/prepare-database.ts';
import { type BackupFixture, openBackupFixture } from '../../testing/database/backup-fixture.ts';
import { queryValues } from '../../testing/database/embedded-harness.ts';
import { fillEveryTable, readEveryTable } from '../../testing/database/filled-tables.ts';
import { segmentParts } from './backup/segment-files.ts';
import { moveDatabase } from './move/move.ts';

const quiet = () => {};
const storeId = '0198c0de-0000-7000-8000-000000005701';
const otherStoreId = '0198c0de-0000-7000-8000-000000005702';
const company = '0198c0de-0000-7000-8000-00000000c001';
const demo = '0198c0de-0000-7000-8000-00000000d001';

let fixture: BackupFixture;
beforeEach(async () => {
  fixture = await openBackupFixture();
});
afterEach(() => fixture.close());

interface GivenSegment {
  dataset: string;
  firstDay: string;
  lastDay?: string;
  name: string;
  timeZone?: string;
  store?: string;
}

/** Lists a segment in the source and writes its files. Their content is opaque to a backup. */
async function addSegment({ dataset, firstDay, lastDay = firstDay, name, ...given }: GivenSegment) {
  const { timeZone = 'UTC', store = storeId } = given;
  await queryValues(
    fixture.source.url,
    `INSERT INTO segments (company_id, store_id, first_day, last_day, name, revision, time_zone, format, hits, visits, bytes, built_at)
     VALUES ('${dataset}', '${store}', '${firstDay}', '${lastDay}', '${name}', 7, '${timeZone}', 1, 3, 2, 9, now())`,
  );
  mkdirSync(join(fixture.sourceSegments, dataset), { recursive: true });
  writeFileSync(join(fixture.sourceSegments, 'store-id'), `${storeId}\n`);
  for (const part of segmentParts)
    writeFileSync(toFile(fixture.sourceSegments, dataset, name, part), toContent(name, part));
}

const toFile = (folder: string, dataset: string, name: string, part: string) =>
  join(folder, dataset, `${name}.${part}.parquet`);

/** Bytes of every value, longer than a line of the backup, with the line that ends a table in it. */
const toContent = (name: string, part: string) =>
  Buffer.concat([
    Buffer.from(`${name} ${part}\n\\.\n{"end":true}\n`),
    Buffer.from(Array.from({ length: 100_003 }, (_, index) => (index * 7) % 256)),
  ]);

const listStored = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.parquet'))
    : [];

const listNames = (url: string) => queryValues(url, 'SELECT name FROM segments ORDER BY first_day, name');

/** Two segments of months without partitions, and others that a restored server builds again. */
async function addSegmentsOfDroppedMonths() {
  await addSegment({ dataset: company, firstDay: '2019-01-01', lastDay: '2019-01-31', name: '2019-01-aa' });
  await addSegment({ dataset: demo, firstDay: '2019-01-02', name: '2019-01-02-bb' });
  const [today] = await queryValues(fixture.source.url, `SELECT (now() AT TIME ZONE 'UTC')::date::text`);
  await addSegment({ dataset: company, firstDay: String(today), name: 'today-cc' });
  // A segment of another machine.
  await addSegment({ dataset: company, firstDay: '2019-02-01', name: 'elsewhere-dd', store: otherStoreId });
}

test('a backup has segments of dropped events, and a restore lists them in the store of its machine', async () => {
  await addSegmentsOfDroppedMonths();
  expect((await fixture.backUp()).segments).toBe(2);
  expect((await fixture.restore()).segments).toBe(2);

  const id = readFileSync(join(fixture.targetSegments, 'store-id'), 'utf8').trim();
  expect(id).not.toBe(storeId);
  const rows = (await readEveryTable(fixture.target.url)).get('segments') ?? [];
  const expected = (await readEveryTable(fixture.source.url)).get('segments') ?? [];
  const carried = ['2019-01-aa', '2019-01-02-bb'];
  expect(rows).toEqual(
    expected
      .filter(({ name }) => carried.includes(String(name)))
      // These datasets have no events in the restored database, so no revision.
      .map((row) => ({ ...row, store_id: id, revision: 0 })),
  );
  expect(listStored(fixture.targetSegments)).toHaveLength(6);
  for (const part of segmentParts) {
    const content = readFileSync(toFile(fixture.targetSegments, company, '2019-01-aa', part));
    expect(content.equals(toContent('2019-01-aa', part))).toBe(true);
    expect(existsSync(toFile(fixture.targetSegments, demo, '2019-01-02-bb', part))).toBe(true);
  }
});

test('a restored segment has no revision that the restored database has yet to give to a change', async () => {
  await addSegmentsOfDroppedMonths();
  const toRevision = (dataset: string, revision: number) =>
    `INSERT INTO dataset_revisions (company_id, last_event_at, revision)
     VALUES ('${dataset}', now(), ${revision})`;
  // The segments have revision 7.
  await queryValues(fixture.source.url, toRevision(company, 5));
  await queryValues(fixture.source.url, toRevision(demo, 9));
  await fixture.backUp();
  await fixture.restore();
  const revisions = 'SELECT revision FROM segments ORDER BY first_day';
  expect(await queryValues(fixture.target.url, revisions)).toEqual([5, 7]);
});

test('without dropped events a backup has no segments, and the restored database lists none', async () => {
  const [today] = await queryValues(fixture.source.url, `SELECT (now() AT TIME ZONE 'UTC')::date::text`);
  await addSegment({ dataset: company, firstDay: String(today), name: 'today-cc' });
  expect((await fixture.backUp()).segments).toBe(0);
  expect((await fixture.restore()).segments).toBe(0);
  expect(await listNames(fixture.target.url)).toEqual([]);
  expect(listStored(fixture.targetSegments)).toEqual([]);
});

test('a restored database has every row but salts and what was derived from events', async () => {
  await fillEveryTable(fixture.source.url);
  const before = await readEveryTable(fixture.source.url);
  await fixture.backUp();
  await fixture.restore();
  const after = await readEveryTable(fixture.target.url);
  const empty = [...before.keys()].filter((name) => after.get(name)?.length === 0);
  // Mailed links end with a restore, which records its time; sessions end too.
  expect(empty.sort()).toEqual([
    'access_links',
    'address_changes',
    'event_changes',
    'segment_failures',
    'segment_states',
    'segments',
    'session',
    'visitor_salts',
  ]);
  const content = gunzipSync(readFileSync(fixture.file)).toString('latin1');
  for (const secret of ['visitor_salts', Buffer.from('salt 0').toString('hex')]) {
    expect(content).not.toContain(secret);
  }
});

test('a move keeps every row but salts, so that the same segments stay in use', async () => {
  await fillEveryTable(fixture.source.url);
  const before = await readEveryTable(fixture.source.url);
  await moveDatabase({
    sourceUrl: fixture.source.url,
    targetUrl: fixture.target.url,
    prepareTarget: () => prepareDatabase(fixture.target.url, quiet),
    print: quiet,
  });
  const after = await readEveryTable(fixture.target.url);
  expect(before.get('visitor_salts')).toHaveLength(2);
  for (const [table, rows] of before) {
    expect(after.get(table), table).toEqual(table === 'visitor_salts' ? [] : rows);
  }
});

test('a store with segments is rejected: they may be of a later state of the database', async () => {
  await addSegmentsOfDroppedMonths();
  await fixture.backUp();
  await expect(fixture.restore({ segmentsFolder: fixture.sourceSegments })).rejects.toThrow(
    'segments of another database',
  );
  expect(await queryValues(fixture.target.url, `SELECT to_regclass('companies')::text`)).toEqual([null]);
  expect(listStored(fixture.sourceSegments)).toHaveLength(12);
});

test('a damaged, missing or misplaced segment is rejected before anything changes', async () => {
  await addSegmentsOfDroppedMonths();
  await fixture.backUp();
  const text = gunzipSync(readFileSync(fixture.file)).toString('latin1');
  const base64 = toContent('2019-01-aa', 'hits').toString('base64').slice(0, 40);
  const damaged: [content: string, error: string][] = [
    [
      text.replace(
        base64,
        base64.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      ),
      'a checksum does not match',
    ],
    [text.replace(/"files":6/, '"files":7'), 'a segment is missing'],
    [text.replaceAll('"name":"2019-01-aa"', '"name":"../../2019-01-aa"'), 'unexpected content'],
    [text.replaceAll(`"company_id":"${company}"`, '"company_id":"../.."'), 'unexpected content'],
    [text.slice(0, text.indexOf('{"segment"')), 'is not a complete backup'],
  ];
  for (const [content, error] of damaged) {
    expect(content).not.toBe(text);
    writeFileSync(fixture.file, gzipSync(Buffer.from(content, 'latin1')));
    await expect(fixture.restore()).rejects.toThrow(error);
  }
  expect(await queryValues(fixture.target.url, `SELECT to_regclass('companies')::text`)).toEqual([null]);
  expect(listStored(fixture.targetSegments)).toEqual([]);
});

test('a restore that fails removes the files it wrote, and the next attempt succeeds', async () => {
  await addSegmentsOfDroppedMonths();
  await fixture.backUp();
  await prepareDatabase(fixture.target.url, quiet);
  await queryValues(fixture.target.url, 'ALTER TABLE segments ADD CONSTRAINT never CHECK (false)');
  await expect(fixture.restore()).rejects.toThrow('never');
  expect(listStored(fixture.targetSegments)).toEqual([]);
  await queryValues(fixture.target.url, 'ALTER TABLE segments DROP CONSTRAINT never');
  expect((await fixture.restore()).segments).toBe(2);
});

test('a backup in the format of releases without segments is restored', async () => {
  await queryValues(
    fixture.source.url,
    `INSERT INTO companies (id, name, domain) VALUES ('${company}', 'Old', 'old.test')`,
  );
  await fixture.backUp();
  const text = gunzipSync(readFileSync(fixture.file)).toString('latin1');
  const old = text.replace('"format":2', '"format":1').replace(/,"files":0\}/, '}');
  expect(old).toHaveLength(text.length - ',"files":0'.length);
  writeFileSync(fixture.file, gzipSync(Buffer.from(old, 'latin1')));
  expect((await fixture.restore()).segments).toBe(0);
  expect(await queryValues(fixture.target.url, 'SELECT name FROM companies')).toEqual(['Old']);
});
