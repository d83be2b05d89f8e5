import { afterAll, beforeAll, expect, test } from 'vitest';
import { propertyBytesMax } from '../../../../contract/constants.ts';
import { countPropertyBytes } from '../../../../contract/rules/properties/property-bytes.ts';
import { aCompany, anEventId, track } from '../../../testing/builders.ts';
import { readCounter } from '../../../testing/read-counter.ts';
import { expectAccepted, expectRejectedEvent } from '../../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { CompanyLimits, toPropertyBytesLimit } from './company-limits.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp({ env: { TRACK_PROPERTY_MB_PER_DAY: '1', TRUST_PROXY: '1' } });
});
afterAll(() => t.close());

type Properties = Record<string, string | number | boolean>;
const anEvent = (companyId: string, properties: Properties) => ({
  id: anEventId(),
  companyId,
  eventType: 'event',
  metadata: { name: 'try', url: 'https://shop.test/', sessionId: 's', properties },
});

/** Properties of exactly so many bytes, most of them in characters of three bytes. */
function ofBytes(bytes: number): Properties {
  const properties: Properties = {};
  for (let left = bytes; left > 0; left = bytes - countPropertyBytes(properties)) {
    const ofValue = Math.min(left, 896) - 2;
    const value = '€'.repeat(Math.floor(ofValue / 3)) + 'x'.repeat(ofValue % 3);
    properties[`p${Object.keys(properties).length}`] = value;
  }
  return properties;
}

async function listStored(companyId: string): Promise<Properties[]> {
  const found = await t.db.query<{ properties: Properties | null }>(
    'SELECT properties FROM events WHERE company_id = $1',
    [companyId],
  );
  return found.rows.flatMap(({ properties }) => (properties ? [properties] : []));
}

test('twenty properties of 300 three-byte characters are refused, and name the field', async () => {
  const { company } = await aCompany(t.db);
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`p${index}`, '€'.repeat(300)]));
  const message = expectRejectedEvent(
    await track(t.app, [anEvent(company.id, many)]),
    400,
    'invalid-request',
  );
  expect(message).toContain('0.metadata.properties must have at most 4096 bytes');
  expect(await listStored(company.id)).toEqual([]);
});

test('properties of 4,096 bytes are accepted, of one more refused', async () => {
  const { company } = await aCompany(t.db);
  const most = ofBytes(propertyBytesMax);
  expect(Buffer.byteLength(Object.entries(most).flat().join(''))).toBe(propertyBytesMax);
  expectAccepted(await track(t.app, anEvent(company.id, most)), 1);
  const over = anEvent(company.id, ofBytes(propertyBytesMax + 1));
  expectRejectedEvent(await track(t.app, over), 400, 'invalid-request');
  expect(await listStored(company.id)).toEqual([most]);
});

test('the same large properties sent again and again are left out once the day of the company is full', async () => {
  const { company } = await aCompany(t.db);
  const large = ofBytes(4_000);
  let sent = 0;
  for (let request = 0; request < 24; request += 1) {
    const events = Array.from({ length: 10 }, () => anEvent(company.id, large));
    const headers = { 'x-forwarded-for': `198.51.100.${request % 12}` };
    expectAccepted(await track(t.app, events, headers), 10);
    sent += 10;
  }
  const counted = await t.db.query('SELECT 1 FROM events WHERE company_id = $1', [company.id]);
  expect(counted.rows).toHaveLength(sent);
  const stored = await listStored(company.id);
  const bytes = stored.reduce((sum, properties) => sum + countPropertyBytes(properties), 0);
  expect(bytes).toBeGreaterThan(250_000);
  expect(bytes).toBeLessThan(1024 * 1024);
  // Properties that others send are kept.
  const small = { plan: 'pro' };
  const other = { 'x-forwarded-for': '203.0.113.9' };
  expectAccepted(await track(t.app, anEvent(company.id, small), other), 1);
  expect(await listStored(company.id)).toContainEqual(small);

  const leftOut = sent - stored.length;
  expect(readCounter(t, 'northlight_values_replaced_total')).toBe(leftOut);
  const count = () =>
    t.db
      .query<{ n: string }>(
        `SELECT sum(count) AS n FROM rejected_events WHERE company_id = $1 AND reason = 'properties-left-out'`,
        [company.id],
      )
      .then(({ rows }) => Number(rows[0]?.n));
  await expect.poll(count, { timeout: 30_000 }).toBeGreaterThan(0);
});

test('a company never gets more bytes of properties than its limit in a day, from however many addresses', () => {
  const limits = new CompanyLimits(toPropertyBytesLimit(1_000_000));
  let admitted = 0;
  for (let second = 0; second < 86_400; second += 20)
    for (const address of ['one', `another ${second}`])
      if (limits.consume('c', address, 4_000, second * 1000) === 0) admitted += 4_000;
  expect(admitted).toBeGreaterThan(500_000);
  expect(admitted).toBeLessThanOrEqual(1_000_000);
});

test.each(['', 'plan', 'ä', '€', '😀', '\ud800', 'a\u0000ü€😀'])('bytes of %j are those of UTF-8', (text) => {
  expect(countPropertyBytes({ [text]: text })).toBe(2 * Buffer.byteLength(text));
});

test('numbers and booleans count as their texts', () => {
  expect(countPropertyBytes({ a: 12.5, b: true })).toBe(1 + 4 + 1 + 4);
});
