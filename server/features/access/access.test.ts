import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyAccessResponse } from '../../../contract/company/access.ts';
import { portalCompany } from '../../../contract/company/companies.ts';
import { usualDisplay } from '../../../contract/company/portal-display.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { aCompany, aViewerCookie, publicOrigin } from '../../testing/builders.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp, testAppSecret } from '../../testing/test-app.ts';
import { replaceAccessKey } from './company-key.ts';
import { signViewerCookie, viewerCookieName } from './viewer-cookie.ts';

let t: TestApp;
let secure: TestApp;
beforeAll(async () => {
  t = await buildTestApp({ env: { TRUST_PROXY: 'loopback' } });
  secure = await buildTestApp({ env: { PUBLIC_URL: 'https://agency.example' }, databaseUrl: t.databaseUrl });
});
afterAll(async () => {
  await secure.close();
  await t.close();
});

let lastAddress = 0;
/** Each call uses another address, except in the tests of the limit. */
function enter(accessKey: unknown, given: { address?: string; origin?: string | undefined } = {}) {
  lastAddress += 1;
  const { address = `10.0.${lastAddress >> 8}.${lastAddress & 255}` } = given;
  const origin = 'origin' in given ? given.origin : publicOrigin;
  return t.app.inject({
    method: 'POST',
    url: apiPaths.verifyCompanyAccess,
    headers: { 'x-forwarded-for': address, ...(origin === undefined ? {} : { origin }) },
    payload: { accessKey },
  });
}

function look(companyId: string, cookie?: string) {
  return t.app.inject({
    url: apiPaths.company(companyId),
    headers: cookie === undefined ? {} : { cookie },
  });
}

describe('entering a key', () => {
  test('returns the company and sets a cookie that scripts and other sites cannot use', async () => {
    const { company, accessKey } = await aCompany(t.db, { name: 'Blue Shop' });
    const answer = await enter(accessKey);
    expect(verifyAccessResponse.strict().parse(answer.json())).toEqual({ id: company.id, name: 'Blue Shop' });
    expect(answer.cookies).toEqual([
      expect.objectContaining({
        name: `viewer-${company.id}`,
        path: '/',
        httpOnly: true,
        sameSite: 'Lax',
        maxAge: 30 * 86_400,
      }),
    ]);
    expect(answer.cookies[0]).not.toHaveProperty('secure');
    expect(answer.cookies[0]).not.toHaveProperty('domain');
    expect(answer.cookies[0]?.value).not.toContain(accessKey);
  });

  test('under https the cookie is Secure and bound to the host', async () => {
    const { company, accessKey } = await aCompany(t.db);
    const answer = await secure.app.inject({
      method: 'POST',
      url: apiPaths.verifyCompanyAccess,
      headers: { origin: 'https://agency.example' },
      payload: { accessKey },
    });
    expect(answer.cookies).toEqual([
      expect.objectContaining({
        name: `__Host-viewer-${company.id}`,
        path: '/',
        httpOnly: true,
        secure: true,
      }),
    ]);
    expect(answer.headers['strict-transport-security']).toContain('max-age=31536000');
  });

  test('accepts lower case, spaces instead of hyphens and the letter o instead of zero', async () => {
    const { accessKey } = await aCompany(t.db);
    for (const entered of [
      accessKey.toLowerCase(),
      ` ${accessKey.replaceAll('-', ' ')} `,
      accessKey.replaceAll('0', 'o'),
    ]) {
      expect((await enter(entered)).statusCode).toBe(200);
    }
  });

  test('answers a malformed key and an unknown key alike', async () => {
    const answers = [
      await enter('nonsense'),
      await enter('00000-00000-00000-00000-00000'),
      await enter('\u0000'),
    ];
    for (const answer of answers) {
      expectError(answer, 401, 'invalid-access-key');
      expect(answer.cookies).toEqual([]);
      expect(answer.body).toBe(answers[0]?.body);
      const headers = (from: typeof answer) => ({ ...from.headers, date: '', 'x-ratelimit-reset': '' });
      expect(headers(answer)).toEqual(headers(answers[0] ?? answer));
    }
  });

  test.each([undefined, null, '', 5, ['x'], { $ne: '' }, 'x'.repeat(201)])(
    'a body without a key is rejected: %j',
    async (entered) => {
      expectError(await enter(entered), 400, 'invalid-request');
    },
  );

  test('is rejected from other sites', async () => {
    const { accessKey } = await aCompany(t.db);
    for (const origin of ['https://evil.test', 'null', undefined]) {
      expectError(await enter(accessKey, { origin }), 403, 'foreign-origin');
    }
    expect((await enter(accessKey)).statusCode).toBe(200);
  });

  test('is limited to ten attempts a minute per address; an IPv6 network counts as one address', async () => {
    const { accessKey } = await aCompany(t.db);
    const from = (address: string) => enter('nonsense', { address });
    for (let i = 0; i < 10; i += 1) expectError(await from('203.0.113.1'), 401, 'invalid-access-key');
    const refused = await enter(accessKey, { address: '203.0.113.1' });
    expectError(refused, 429, 'too-many-requests');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.cookies).toEqual([]);
    expect((await enter(accessKey, { address: '203.0.113.2' })).statusCode).toBe(200);

    for (let i = 0; i < 10; i += 1) await from(`2001:db8:1:2:${i}::1`);
    expectError(await from('2001:db8:1:2:ffff::9'), 429, 'too-many-requests');
    expectError(await from('2001:db8:1:3::1'), 401, 'invalid-access-key');
  });
});

describe('the cookie', () => {
  test('opens its company and no other, not even under another name', async () => {
    const { company, accessKey } = await aCompany(t.db);
    const { company: other } = await aCompany(t.db);
    const cookie = await aViewerCookie(t.app, accessKey);
    const seen = {
      ...{ ...company, display: usualDisplay, hasShop: false, viewedAs: 'viewer', brand: null },
      ...{ source: 'tracked', revision: 0, lastEventAt: null },
      access: { rights: ['dashboard', 'money', 'orders', 'export'], isNarrowed: false, filters: [] },
    };
    expect(portalCompany.strict().parse((await look(company.id, cookie)).json())).toEqual(seen);
    expect(portalCompany.parse((await look(company.id.toUpperCase(), cookie)).json())).toEqual(seen);
    expectError(await look(other.id, cookie), 404, 'company-not-found');
    const renamed = cookie.replace(company.id, other.id);
    expectError(await look(other.id, renamed), 404, 'company-not-found');
    expectError(await look(other.id, `${cookie}; ${renamed}`), 404, 'company-not-found');
  });

  test('opens nothing if it is forged, truncated or expired', async () => {
    const { company, accessKey } = await aCompany(t.db);
    const cookie = await aViewerCookie(t.app, accessKey);
    const name = viewerCookieName(company.id, false);
    const { rows } = await t.db.query<{ id: string }>('SELECT id FROM access_keys WHERE company_id = $1', [
      company.id,
    ]);
    const viewer = { companyId: company.id, keyId: rows[0]?.id ?? '' };
    const sealed = (secret: string, at: Date) => `${name}=${signViewerCookie(secret, viewer, at)}`;
    const old = new Date(Date.now() - 31 * 86_400_000);
    for (const forged of [
      cookie.slice(0, -1),
      `${cookie}A`,
      `${name}=`,
      `${name}=%`,
      `${name}=admin`,
      sealed('a guessed secret of thirty-two characters', new Date()),
      sealed(testAppSecret, old),
    ]) {
      expectError(await look(company.id, forged), 404, 'company-not-found');
    }
    expect((await look(company.id, sealed(testAppSecret, new Date()))).statusCode).toBe(200);
  });

  test('stops working when its key is replaced, and the new key works', async () => {
    const { company, accessKey } = await aCompany(t.db);
    const cookie = await aViewerCookie(t.app, accessKey);
    expect((await look(company.id, cookie)).statusCode).toBe(200);
    const issued = await replaceAccessKey(t.db, testAppSecret, company.id);
    expectError(await look(company.id, cookie), 404, 'company-not-found');
    expectError(await enter(accessKey), 401, 'invalid-access-key');
    const renewed = await aViewerCookie(t.app, issued.accessKey);
    expect((await look(company.id, renewed)).statusCode).toBe(200);
  });
});

test('two simultaneous key replacements leave one current key', async () => {
  const { company } = await aCompany(t.db);
  await Promise.all([1, 2, 3].map(() => replaceAccessKey(t.db, testAppSecret, company.id)));
  const { rows } = await t.db.query(
    'SELECT count(*) AS n FROM access_keys WHERE company_id = $1 AND ends_at IS NULL',
    [company.id],
  );
  expect(rows).toEqual([{ n: 1 }]);
});
