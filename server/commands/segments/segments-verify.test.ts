import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { Segments } from '../../features/segments/segments.ts';
import { aCompany, anOrder, aPageview, track } from '../../testing/builders.ts';
import { expectAccepted } from '../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { segmentsVerify } from './segments-verify.ts';

let t: TestApp;
let companyId: string;
beforeAll(async () => {
  t = await buildTestApp();
  companyId = (await aCompany(t.db, { name: 'Lamps', timeZone: 'Asia/Kolkata' })).company.id;
  const visits = Array.from({ length: 20 }, (_, n) =>
    aPageview(companyId, { url: `https://shop.test/page-${n % 3}`, sessionId: `tab-${n % 7}` }),
  );
  expectAccepted(await track(t.app, [...visits, anOrder(companyId, 'A-1', 19.99)]), 21);
  await t.db.query(
    `INSERT INTO events (company_id, id, kind, session_id, path, referrer_host, browser, os, device, occurred_at)
     VALUES ($1, gen_random_uuid(), 'pageview', 'old', '/', 'google.com', 'Chrome', 'Windows', 'desktop', now())`,
    [companyId],
  );
});
afterAll(() => t.close());

function openSegments(): Segments {
  return new Segments({
    db: t.db,
    databaseUrl: t.databaseUrl,
    dataDir: t.config.dataDir,
    retentionDays: undefined,
    diskReserveBytes: 0,
    log: { info: () => {}, warn: () => {} },
  });
}

async function verify(...args: string[]): Promise<string[]> {
  const printed: string[] = [];
  const config = readConfig({ DATABASE_URL: t.databaseUrl, DATA_DIR: t.config.dataDir }, process.cwd());
  const environment = { config, print: (line: string) => printed.push(line), log: () => {}, ask: undefined };
  await segmentsVerify
    .run(args, environment)
    .catch((error: Error) => printed.push(`failed: ${error.message}`));
  return printed;
}

test('the statistics of a company equal the recount of its events', async () => {
  expect(await verify(companyId)).toEqual([
    expect.stringMatching(/^Lamps: [12] days?, every number equals the recount of the stored events\.$/),
  ]);
  expect(await verify(companyId, '--from', '2020-01-01', '--to', '2020-01-02')).toEqual([
    'Lamps has no stored events on these days.',
  ]);
});

test('an event that the segments do not know is a difference, and the command fails', async () => {
  const segments = openSegments();
  // The builder of the server may be at work.
  await expect.poll(() => segments.builder.runPass([companyId])).toBe(true);
  await segments.close();
  // Changes an event without an entry in the journal, as no part of the product does.
  await t.db.query(`UPDATE events SET path = '/forged' WHERE company_id = $1 AND path = '/page-0'`, [
    companyId,
  ]);
  const printed = await verify(companyId);
  expect(printed.join('\n')).toMatch(/^\d{4}-\d\d-\d\d {2}page "\/page-0": is not in the stored events$/m);
  expect(printed.at(-1)).toMatch(/^failed: 1 of [12] days? of Lamps differs?\.$/);
});

test('an invalid date is rejected', async () => {
  expect(await verify(companyId, '--from', 'yesterday')).toEqual([
    'failed: --from must be a date such as 2026-01-31',
  ]);
});
