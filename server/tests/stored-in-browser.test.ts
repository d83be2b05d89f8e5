import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { twoFactorSecret } from '../../contract/account/accounts.ts';
import { cookies, secureCookiePrefix } from '../../contract/browser-storage.ts';
import { apiPaths } from '../../contract/paths.ts';
import { anAccount, send, type TestAccount, toCookieHeader } from '../testing/accounts/accounts.ts';
import { toTotp } from '../testing/accounts/totp.ts';
import { aCompany, publicOrigin } from '../testing/builders.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';

const secureOrigin = 'https://agency.example';
let t: TestApp;
let secure: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
  secure = await buildTestApp({ env: { PUBLIC_URL: secureOrigin }, databaseUrl: t.databaseUrl });
});
afterAll(async () => {
  await secure.close();
  await t.close();
});

/** Collects the names of all cookies that the server sets, without ids. */
async function collectNames(app: TestApp, origin: string, user: TestAccount): Promise<string[]> {
  const names = new Set<string>();
  const post = async (path: string, body: object, cookie?: string): Promise<LightMyRequestResponse> => {
    const answer = await send(app, path, body, { ...(cookie ? { cookie } : {}), headers: { origin } });
    expect(answer.statusCode, `${path}: ${answer.body}`).toBe(200);
    for (const { name, value } of answer.cookies) {
      if (value !== '') names.add(name.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/, '…'));
    }
    return answer;
  };
  const { accessKey } = await aCompany(app.db);
  await post(apiPaths.verifyCompanyAccess, { accessKey });
  const { email, password } = user;
  const signedIn = toCookieHeader(await post(apiPaths.signIn, { email, password }));
  const enabled = await post(apiPaths.enableTwoFactor, { password }, signedIn);
  const { totpURI } = twoFactorSecret.parse(enabled.json());
  await post(apiPaths.verifyTotp, { code: toTotp(totpURI) }, signedIn);
  const half = toCookieHeader(await post(apiPaths.signIn, { email, password }));
  // The next code: each works once, and the previous one may expire on the way.
  await post(apiPaths.verifyTotp, { code: toTotp(totpURI, new Date(Date.now() + 30_000)) }, half);
  return [...names].sort();
}

test('the cookie policy lists exactly the cookies that the server sets', async () => {
  const listed = cookies.map(({ name }) => name).sort();
  expect(await collectNames(t, publicOrigin, await anAccount(t))).toEqual(listed);
  expect(await collectNames(secure, secureOrigin, await anAccount(t))).toEqual(
    listed.map((name) => secureCookiePrefix + name).sort(),
  );
});
