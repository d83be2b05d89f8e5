import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiPaths } from '../../../contract/paths.ts';
import { segmentParts } from '../../db/transfer/backup/segment-files.ts';
import { operator } from '../../platform/audit.ts';
import { aCompany, aPageview, browserUserAgent } from '../../testing/builders.ts';
import { expectAccepted } from '../../testing/requests/expect-answers.ts';
import { unhurriedLimits } from '../../testing/stats/unhurried-limits.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { eraseVisitor, toSubject } from '../tracking/visitors/erase-visitor.ts';
import { Segments } from './segments.ts';

let t: TestApp;
let folder: string;
let segments: Segments;
beforeAll(async () => {
  t = await buildTestApp();
  folder = mkdtempSync(join(tmpdir(), 'northlight-erasure-'));
  // A separate store: the builder of the server must not take turns with this one.
  segments = new Segments({
    db: t.db,
    databaseUrl: t.databaseUrl,
    dataDir: folder,
    retentionDays: undefined,
    diskReserveBytes: 1,
    log: { info: () => {}, warn: () => {} },
    limits: unhurriedLimits,
  });
});
afterAll(async () => {
  await segments.close();
  await t.close();
  rmSync(folder, { recursive: true, force: true });
});

const marker = 'erased-person-7f3a';
const person = { address: '203.0.113.7', userAgent: browserUserAgent };

/** A visit whose every text is the given one. */
async function visit(address: string, companyId: string, text: string): Promise<void> {
  const metadata = {
    url: `https://shop.test/${text}`,
    referrer: `https://${text}.example/${text}`,
    sessionId: text,
    visitorId: text,
    utmCampaign: text,
    utmTerm: text,
  };
  const base = aPageview(companyId);
  const events = [
    { ...base, metadata },
    {
      ...aPageview(companyId),
      eventType: 'event',
      metricName: undefined,
      metadata: { ...metadata, name: text, properties: { plan: text } },
    },
    {
      ...aPageview(companyId),
      eventType: 'engagement',
      metricName: undefined,
      metadata: { url: metadata.url, sessionId: text, visitorId: text, engagedMs: 900 },
    },
    // The events of a tab that stayed open after midnight: no page view of the same day.
    {
      ...aPageview(companyId),
      eventType: 'engagement',
      metricName: undefined,
      metadata: { url: metadata.url, sessionId: `${text}-2`, visitorId: `${text}-2`, engagedMs: 900 },
    },
  ];
  const answer = await t.app.inject({
    method: 'POST',
    url: apiPaths.trackAnalytics,
    remoteAddress: address,
    headers: { 'content-type': 'text/plain', 'user-agent': browserUserAgent, origin: 'https://shop.test' },
    payload: JSON.stringify(events),
  });
  expectAccepted(answer, events.length);
}

const listFiles = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

/** The files that contain a text: in a row of a Parquet file, or in their bytes. */
async function listFilesWith(text: string): Promise<string[]> {
  const found: string[] = [];
  for (const path of listFiles()) {
    let isFound = readFileSync(path).includes(text);
    if (path.endsWith('.parquet'))
      for (const row of await segments.runQuery(`SELECT * FROM read_parquet('${path}')`, []))
        isFound ||= JSON.stringify(row).includes(text);
    if (isFound) found.push(path);
  }
  return found;
}

test('after an erasure no file contains anything of the visitor', async () => {
  const { company } = await aCompany(t.db);
  await visit('203.0.113.8', company.id, 'neighbour');
  await visit(person.address, company.id, marker);
  await segments.builder.runPass([company.id]);
  expect(await listFilesWith(marker)).toHaveLength(segmentParts.length);
  // A question reads the tail, and holds it in memory.
  await visit(person.address, company.id, `${marker}-late`);
  const dataset = { id: company.id, timeZone: 'UTC' };
  const view = await segments.openDatasetView(dataset, 'all');
  view.release();

  await eraseVisitor(t.db, company, toSubject(person.address, person.userAgent), {
    by: operator,
    now: new Date(),
  });
  const after = await segments.openDatasetView(dataset, 'all');
  const rows = await segments.runQuery(`SELECT * FROM ${after.hits}`, []);
  expect(JSON.stringify(rows)).not.toContain(marker);
  expect(JSON.stringify(rows)).toContain('neighbour');
  after.release();

  await segments.builder.runPass([company.id]);
  // The files that were replaced stay for ten minutes.
  const past = new Date(Date.now() - 11 * 60_000);
  for (const path of listFiles()) utimesSync(path, past, past);
  await segments.builder.runPass([company.id]);
  expect(await listFilesWith(marker)).toEqual([]);
  expect(await listFilesWith('neighbour')).not.toEqual([]);
  expect(listFiles().filter((path) => path.startsWith(join(folder, 'segments', 'tmp')))).toEqual([]);
});
