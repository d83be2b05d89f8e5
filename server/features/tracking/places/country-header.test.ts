import { afterEach, expect, test } from 'vitest';
import { aCompany, aPageview, track } from '../../../testing/builders.ts';
import { expectAccepted } from '../../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

const open: TestApp[] = [];
async function anApp(env: Record<string, string>): Promise<TestApp> {
  const t = await buildTestApp({ env });
  open.push(t);
  return t;
}
afterEach(async () => {
  for (const t of open.splice(0)) await t.close();
});

/** The country stored for a page view with these headers. */
async function findCountry(t: TestApp, headers: Record<string, string>): Promise<string | null | undefined> {
  const { company } = await aCompany(t.db);
  expectAccepted(await track(t.app, aPageview(company.id), headers), 1);
  const { rows } = await t.db.query<{ country: string | null }>(
    'SELECT country FROM events WHERE company_id = $1',
    [company.id],
  );
  return rows[0]?.country;
}

const american = { 'x-forwarded-for': '8.8.8.8' };

test('the country that a trusted proxy names replaces that of the database', async () => {
  const t = await anApp({ COUNTRY_HEADER: 'CF-IPCountry', TRUST_PROXY: 'loopback' });
  expect(await findCountry(t, { ...american, 'cf-ipcountry': 'de' })).toBe('DE');
  expect(await findCountry(t, american)).toBe('US');
  // Texts that are no country, and two headers, which arrive as one.
  for (const value of ['XX', 'T1', '', 'Germany', 'DE, FR', "DE'--", '\u00df', '../..', 'x'.repeat(4_000)])
    expect(await findCountry(t, { ...american, 'cf-ipcountry': value })).toBe('US');
});

test('the header of a connection that is not of the proxy counts for nothing', async () => {
  const t = await anApp({ COUNTRY_HEADER: 'CF-IPCountry', TRUST_PROXY: '203.0.113.1' });
  expect(await findCountry(t, { ...american, 'cf-ipcountry': 'DE' })).toBeNull();
});

test('without the setting the header counts for nothing', async () => {
  const t = await anApp({ TRUST_PROXY: '1' });
  expect(await findCountry(t, { ...american, 'cf-ipcountry': 'DE' })).toBe('US');
});

test('a proxy that appends the port of the client does not hide its country', async () => {
  const t = await anApp({ TRUST_PROXY: '1' });
  expect(await findCountry(t, { 'x-forwarded-for': '8.8.8.8:51234' })).toBe('US');
  expect(await findCountry(t, { 'x-forwarded-for': 'unknown' })).toBeNull();
});
