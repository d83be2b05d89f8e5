import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailRequestResponse } from '../../../../contract/account/accounts.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { anAccount, anEmail, aStrongPassword, send } from '../../../testing/accounts/accounts.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

/** Each sender at this machine has another address, because sign-ups are limited by address. */
let senders = 0;
const here = () => ({ address: `127.0.1.${++senders}`, headers: { host: 'localhost:3000' } });
const password = aStrongPassword;
type Sender = Parameters<typeof send>[3];

async function signUp(t: TestApp, sender: Sender, email = anEmail(), path: string = apiPaths.signUp) {
  const answer = await send(t, path, { email, password }, sender);
  expect(answer.statusCode, answer.body).toBe(200);
  return mailRequestResponse.strict().parse(answer.json()).storedMail;
}

const readToken = (link = '') => new URL(link, 'http://localhost').searchParams.get('token') ?? '';

describe('a server that stores its mails', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await buildTestApp({ env: { ALLOWED_HOSTS: 'agency.test' } });
  });
  afterAll(() => t.close());

  test('shows a new owner at its own machine the link, which creates the account', async () => {
    const stored = await signUp(t, here());
    expect(stored?.link).toMatch(/^\/auth\/confirm\?token=/);
    const token = readToken(stored?.link);
    expectError(
      await send(t, apiPaths.verifyEmail, { token, password: 'another pass phrase' }),
      401,
      'wrong-password',
    );
    expect((await send(t, apiPaths.verifyEmail, { token, password })).statusCode).toBe(200);
  });

  const from = (headers: Record<string, string>, address = here().address): Sender => ({
    address,
    headers: { ...here().headers, ...headers },
  });
  test.each<[string, Sender]>([
    ['another address', from({}, '203.0.113.7')],
    ['an address of the local network', from({}, '192.168.0.7')],
    ['a client that claims to be this machine', from({ 'x-forwarded-for': '127.0.0.1' }, '203.0.113.7')],
    ['a proxy on this machine', from({ 'x-forwarded-for': '203.0.113.7' })],
    ['a proxy that names only the host', from({ 'x-forwarded-host': 'agency.test' })],
    ['a proxy that adds nothing', from({ host: 'agency.test', origin: 'http://agency.test' })],
  ])('shows no link to %s', async (_, sender) => {
    expect(await signUp(t, sender)).toEqual({});
    expect(await signUp(t, sender, anEmail(), apiPaths.sendVerificationEmail)).toEqual({});
  });

  test('answers the same for an address with an account, and such a link confirms nothing', async () => {
    const { email } = await anAccount(t);
    for (const path of [apiPaths.signUp, apiPaths.sendVerificationEmail]) {
      const stranger = await signUp(t, here(), anEmail(), path);
      const known = await signUp(t, here(), email, path);
      expect(Object.keys(known ?? {})).toEqual(Object.keys(stranger ?? {}));
      const token = readToken(known?.link);
      expectError(await send(t, apiPaths.verifyEmail, { token, password }), 409, 'link-used');
    }
    const token = readToken((await signUp(t, here(), anEmail(), apiPaths.sendVerificationEmail))?.link);
    expectError(await send(t, apiPaths.verifyEmail, { token, password }), 400, 'link-invalid');
  });

  test('never shows the link of a password reset', async () => {
    const { email } = await anAccount(t);
    const answer = await send(t, apiPaths.requestPasswordReset, { email }, here());
    expect(answer.json()).toEqual({ status: true, storedMail: {} });
  });
});

test.each([
  ['a public address', { PUBLIC_URL: 'https://agency.test' }, {}],
  ['an address of the local network', { PUBLIC_URL: 'http://192.168.0.7:3000' }, {}],
  ['a proxy in front of it', { TRUST_PROXY: 'loopback' }, {}],
  ['a mail server', { SMTP_URL: 'smtp://127.0.0.1:9' }, undefined],
])('a server with %s shows no link, not even at its own machine', async (_, env, storedMail) => {
  const t = await buildTestApp({ env });
  const { address, headers } = here();
  const origin = 'http://localhost:3000';
  const answer = await send(
    t,
    apiPaths.signUp,
    { email: anEmail(), password },
    { address, headers: { ...headers, origin } },
  );
  expect(answer.statusCode, answer.body).toBe(200);
  expect(mailRequestResponse.strict().parse(answer.json()).storedMail).toEqual(storedMail);
  await t.close();
});
