import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { aCompany, aPageview, browserUserAgent, track } from '../testing/builders.ts';
import { expectAccepted } from '../testing/requests/expect-answers.ts';
import { countEvents } from '../testing/stored-data.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';
import { visitorErase } from './visitor-erase.ts';

let t: TestApp;
let companyId: string;
beforeAll(async () => {
  t = await buildTestApp();
  companyId = (await aCompany(t.db, { name: 'Lamps' })).company.id;
  const pageview = aPageview(companyId, { sessionId: 'tab' });
  const events = [{ ...pageview, metadata: { ...pageview.metadata, visitorId: 'browser' } }];
  expectAccepted(await track(t.app, events), 1);
});
afterAll(() => t.close());

/** The address of injected requests. */
const address = '127.0.0.1';

async function type(args: string[], ask?: (question: string) => Promise<string>): Promise<string> {
  const printed: string[] = [];
  const config = readConfig({ DATABASE_URL: t.databaseUrl, DATA_DIR: t.config.dataDir }, process.cwd());
  await visitorErase.run(args, { config, print: (line) => printed.push(line), log: () => {}, ask });
  return printed.join('\n');
}

const of = (given: { address?: string; userAgent?: string } = {}) => [
  '--company',
  companyId,
  '--address',
  given.address ?? address,
  '--user-agent',
  given.userAgent ?? browserUserAgent,
];

test('the counts are shown and nothing is erased until the operator agrees', async () => {
  const questions: string[] = [];
  const output = await type(of(), async (question) => {
    questions.push(question);
    return '';
  });
  expect(questions).toEqual(['Erase it? This cannot be undone. [y/N] ']);
  expect(output).toMatch(/visitors {7}1 .*\n {2}page views {5}1\n/);
  expect(output).toContain('Nothing was changed.');
  expect(output).not.toContain(address);
  expect(await countEvents(t.db, companyId)).toBe(1);
});

test('without a terminal the erasure needs --yes', async () => {
  await expect(type(of())).rejects.toThrow('Add --yes to confirm');
  expect(await countEvents(t.db, companyId)).toBe(1);
});

test('someone else’s data is not found', async () => {
  expect(await type(of({ address: '127.0.0.2' }))).toContain('Lamps has nothing of this address');
  expect(await type(of({ userAgent: 'another browser' }))).toContain('Lamps has nothing of this address');
});

test('a wrong option is explained', async () => {
  await expect(type(['--address', address, '--user-agent', 'x'])).rejects.toThrow('--company is required');
  await expect(type(of({ address: 'shop.test' }))).rejects.toThrow('must be an IP address');
});

test('the agreed erasure removes the events and is in the audit log, without the address', async () => {
  expect(await type(of(), async () => 'yes')).toContain('Erased 1 event of 1 visitor.');
  expect(await countEvents(t.db, companyId)).toBe(0);
  const { rows } = await t.db.query(`SELECT actor, object FROM audit_log WHERE action = 'visitor.erased'`);
  expect(rows).toEqual([{ actor: 'operator', object: '1 visitor (1 event) of Lamps' }]);
  expect(await type([...of(), '--yes'])).toContain('Lamps has nothing of this address');
});
