import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../config.ts';
import { aCompany, aPageview, track } from '../testing/builders.ts';
import { expectAccepted } from '../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';
import type { Command } from './command.ts';
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
    revisionsBehind: z.number().nullable(),
    missing: z.object({ days: z.array(z.string()), files: z.array(z.string()) }),
  }),
);

const readStatus = async (companyId: string) =>
  listed.parse(JSON.parse(await type(segmentsStatus, companyId, '--json')))[0];

const folder = () => join(t.config.dataDir, 'segments', lamps);
const listFiles = () => (existsSync(folder()) ? readdirSync(folder()).sort() : []);

test('a rebuild writes the segments of a company, and the status shows what they hold', async () => {
  expect(await type(segmentsRebuild, lamps)).toMatch(/^Lamps: 1 segments?, 20 events, 0\.0 MB in [\d.]+ s$/);
  expect(await readStatus(lamps)).toMatchObject({
    company: 'Lamps',
    days: 1,
    hits: 20,
    files: 3,
    revisionsBehind: 0,
    missing: { days: [], files: [] },
  });
  expect(listFiles().filter((name) => name.endsWith('.parquet'))).toHaveLength(3);
  expect(await type(segmentsStatus)).toMatch(
    /^company +days +files.*\nChairs +0 +0 +0\.0 MB +- +.*\nLamps +1 +3 +0\.0 MB +[\d.]+ +0 commits +[\d-]{10} [\d:]{8} +nothing$/,
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

test('events since the last build are counted as commits behind', async () => {
  await type(segmentsRebuild, lamps);
  expectAccepted(await track(t.app, [aPageview(lamps, { sessionId: 'later' })]), 1);
  expect(await readStatus(lamps)).toMatchObject({ hits: 20, revisionsBehind: 1 });
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
