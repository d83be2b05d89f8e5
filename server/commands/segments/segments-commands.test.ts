import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../config.ts';
import { lockForTransaction } from '../../db/locks.ts';
import { recordFailure } from '../../features/segments/failures/segment-failures.queries.ts';
import { aCompany, aPageview, track } from '../../testing/builders.ts';
import { expectAccepted } from '../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import type { Command } from '../command.ts';
import { segmentsRebuild } from './segments-rebuild.ts';
import { segmentsStatus } from './segments-status.ts';

let t: TestApp;
let lamps: string;
let chairs: string;
beforeAll(async () => {
  t = await buildTestApp();
  lamps = (await aCompany(t.db, { name: 'Lamps' })).company.id;
  chairs = (await aCompany(t.db, { name: 'Chairs' })).company.id;
  const visits = Array.from({ length: 20 }, (_, n) => aPageview(lamps, { sessionId: `tab-${n}` }));
  expectAccepted(await track(t.app, visits), 20);
});
afterAll(() => t.close());

async function type(command: Command, ...args: string[]): Promise<string> {
  const printed: string[] = [];
  const config = readConfig({ DATABASE_URL: t.databaseUrl, DATA_DIR: t.config.dataDir }, process.cwd());
  await command.run(args, { config, print: (line) => printed.push(line), log: () => {} });
  return printed.join('\n');
}

const listed = z.array(
  z.looseObject({
    company: z.string(),
    hits: z.number(),
    days: z.number(),
    files: z.number(),
    state: z.string(),
    behindSince: z.string().nullable(),
    revisionsBehind: z.number().nullable(),
    eventsInTail: z.number(),
    missing: z.object({ days: z.array(z.string()), files: z.array(z.string()) }),
  }),
);

const readStatus = async (companyId: string) =>
  listed.parse(JSON.parse(await type(segmentsStatus, companyId, '--json')))[0];

const toWholeSecond = (ms: number) => new Date(Math.floor(ms / 1000) * 1000);

const toShown = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ');

const readStoreId = () => readFileSync(join(t.config.dataDir, 'segments', 'store-id'), 'utf8');

/** Runs while the builder of the server cannot begin. */
const withoutBuilds = (run: () => Promise<void>) =>
  t.db.transaction(async (tx) => {
    await lockForTransaction(tx, { lock: 'segments', storeId: readStoreId() });
    await run();
  });

const folder = () => join(t.config.dataDir, 'segments', lamps);
const listFiles = () => (existsSync(folder()) ? readdirSync(folder()).sort() : []);

test('a rebuild writes the segments of a company, and the status shows what they hold', async () => {
  expect(await type(segmentsRebuild, lamps)).toMatch(/^Lamps: 1 segments?, 20 events, 0\.0 MB in [\d.]+ s$/);
  expect(await readStatus(lamps)).toMatchObject({
    company: 'Lamps',
    days: 1,
    hits: 20,
    files: 3,
    state: 'up-to-date',
    behindSince: null,
    revisionsBehind: 0,
    missing: { days: [], files: [] },
  });
  expect(listFiles().filter((name) => name.endsWith('.parquet'))).toHaveLength(3);
  expect(await type(segmentsStatus)).toMatch(
    /^company +days +files.*\nChairs +0 +0 +0\.0 MB +- +never +nothing +no events\nLamps +1 +3 +0\.0 MB +[\d.]+ +[\d-]{10} [\d:]{8} +nothing +up to date$/,
  );
});

test('the status shows what is missing', async () => {
  await type(segmentsRebuild, '--all');
  rmSync(folder(), { recursive: true });
  const status = await readStatus(lamps);
  expect(status?.missing.files).toHaveLength(1);
  expect(await type(segmentsStatus, lamps)).toContain('1 segment without files');
  await type(segmentsRebuild, lamps);
  expect((await readStatus(lamps))?.missing).toEqual({ days: [], files: [] });
});

test('a healthy company with new events is shown as up to date, not as many commits behind', async () => {
  await type(segmentsRebuild, lamps);
  expectAccepted(await track(t.app, [aPageview(lamps, { sessionId: 'later' })]), 1);
  expect(await readStatus(lamps)).toMatchObject({
    ...{ hits: 20, state: 'up-to-date', behindSince: null, revisionsBehind: 1, eventsInTail: 1 },
  });
  expect(await type(segmentsStatus, lamps)).toMatch(
    / up to date; 1 event of the last \d+ (?:seconds?|minutes) is counted from PostgreSQL, which is normal$/,
  );
  const more = Array.from({ length: 30 }, (_, n) => aPageview(lamps, { sessionId: `more-${n}` }));
  for (const visit of more) expectAccepted(await track(t.app, [visit]), 1);
  const earlier = new Date(Date.now() - 40 * 60_000);
  await t.db.query('UPDATE event_changes SET changed_at = $2 WHERE company_id = $1', [lamps, earlier]);
  expect(await type(segmentsStatus, lamps)).toMatch(
    / up to date; 31 events of the last 4\d minutes are counted from PostgreSQL, which is normal$/,
  );
  await type(segmentsRebuild, lamps);
  expectAccepted(await track(t.app, [aPageview(lamps, { sessionId: 'last' })]), 1);
});

test('a company whose changes wait for too long for a build is behind', async () => {
  const since = toWholeSecond(Date.now() - 2 * 3_600_000);
  await withoutBuilds(async () => {
    await t.db.query('UPDATE event_changes SET changed_at = $2 WHERE company_id = $1', [lamps, since]);
    expect(await readStatus(lamps)).toMatchObject({
      ...{ state: 'behind', behindSince: since.toISOString(), revisionsBehind: 1 },
    });
    expect(await type(segmentsStatus, lamps)).toContain(
      ` behind since ${toShown(since)}, because nothing was built since then: check that the server runs on this machine`,
    );
  });
  await type(segmentsRebuild, lamps);
  expect(await type(segmentsStatus, lamps)).toMatch(/ up to date$/);
});

test('the status shows why a company cannot be built, since when and how often it was tried', async () => {
  const storeId = readStoreId();
  // Old failures are those of machines that are gone: a running server deletes them.
  const [first, last] = [6, 4].map((minutes) => toWholeSecond(Date.now() - minutes * 60_000));
  if (!first || !last) throw new Error('there are two times');
  for (const at of [first, last])
    await recordFailure(
      t.db,
      { datasetId: lamps, storeId },
      { work: 'build', error: 'Out of Memory Error: could not allocate', at },
    );
  expect(await readStatus(lamps)).toMatchObject({
    ...{ state: 'behind', behindSince: first.toISOString(), revisionsBehind: 0 },
    failures: [{ work: 'build', count: 2, lastAt: last.toISOString() }],
  });
  const [shownFirst, shownLast] = [first, last].map(toShown);
  expect(await type(segmentsStatus, lamps)).toContain(
    ` behind since ${shownFirst}, because it could not be built (2 times in a row, last at ${shownLast}): Out of Memory Error: could not allocate`,
  );
  await type(segmentsRebuild, lamps);
  expect(await type(segmentsStatus, lamps)).toMatch(/ up to date$/);
});

test('a company with events and no segments yet waits for its first build', async () => {
  const desks = (await aCompany(t.db, { name: 'Desks' })).company.id;
  expectAccepted(await track(t.app, [aPageview(desks)]), 1);
  expect(await readStatus(desks)).toMatchObject({ state: 'first-build-due', revisionsBehind: null });
  expect(await type(segmentsStatus, desks)).toMatch(/ the first build is due$/);
});

test('a company without events has no segments, and that is complete', async () => {
  await type(segmentsRebuild, chairs);
  expect(await readStatus(chairs)).toMatchObject({ days: 0, files: 0, missing: { days: [], files: [] } });
});

test('a rebuild needs one company or --all', async () => {
  await expect(type(segmentsRebuild)).rejects.toThrow('Name one company, or add --all.');
  await expect(type(segmentsRebuild, lamps, '--all')).rejects.toThrow('Name one company, or add --all.');
  await expect(type(segmentsRebuild, '0198c0de-0000-7000-8000-00000000ffff')).rejects.toThrow(
    'There is no company',
  );
});
