import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { me } from '../../../contract/account/accounts.ts';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import {
  anAccount,
  anAdmin,
  anEmail,
  anIpAddress,
  aStrongPassword,
  send,
  toCookieHeader,
} from '../../testing/accounts/accounts.ts';
import { publicOrigin } from '../../testing/builders.ts';
import { listMails, toLinkToken } from '../../testing/mail/sent-mails.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp, testAppSecret } from '../../testing/test-app.ts';
import { createLinkToken } from './links/mailed-link.ts';
import { listPendingSignUps } from './sign-up/pending-sign-ups.queries.ts';

let t: TestApp;
let cookie: string;
beforeAll(async () => {
  t = await buildTestApp();
  ({ cookie } = await anAdmin(t));
});
afterAll(() => t.close());

const calls = [
  ['POST', apiPaths.signUp],
  ['POST', apiPaths.signIn],
  ['POST', apiPaths.verifyEmail],
  ['POST', apiPaths.sendVerificationEmail],
  ['POST', apiPaths.renewVerificationLink],
  ['POST', apiPaths.requestPasswordReset],
  ['POST', apiPaths.resetPassword],
  ['POST', apiPaths.enableTwoFactor],
  ['POST', apiPaths.disableTwoFactor],
  ['POST', apiPaths.verifyTotp],
  ['POST', apiPaths.verifyRecoveryCode],
  ['POST', apiPaths.generateRecoveryCodes],
  ['POST', apiPaths.grantAdmin],
  ['POST', apiPaths.companies],
  ['PATCH', apiPaths.company('0198c0de-0000-4000-8000-000000000000')],
  ['DELETE', apiPaths.company('0198c0de-0000-4000-8000-000000000000')],
] as const;

const nasty = fc.oneof(
  fc.constantFrom(
    ...['', ' ', '\0', '\ud800', 'a\u202eb', '\u001b[31m', "' OR 1=1 --", '=cmd()', '__proto__', '<script>'],
    ...['a@b.c\r\nBcc: x@y.z', '"a b"@c.test', 'a@b', '@', 'ä@bücher.test', `${'x'.repeat(300)}@y.test`],
  ),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(null, true, -1, 2 ** 53 + 1, 1e308, [], {}, [[]], { email: { $gt: '' } }),
);
const fields = [
  'email',
  'password',
  'token',
  'newPassword',
  'code',
  'accessKey',
  'name',
  'domain',
  'description',
];
const bodies = fc.dictionary(
  fc.constantFrom(...fields, 'callbackURL', '__proto__', 'role', 'emailVerified'),
  nasty,
);

/** Calls that cost a hash are sent less often. */
test.each(calls)('%s %s answers any input with a documented error, never with 500', async (method, url) => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof({ weight: 6, arbitrary: bodies }, { weight: 1, arbitrary: nasty }),
      async (body) => {
        const answer = await send(t, url, body, { method, cookie });
        expect(answer.statusCode, `${JSON.stringify(body)} → ${answer.body}`).toBeGreaterThanOrEqual(400);
        expect(answer.statusCode, `${JSON.stringify(body)} → ${answer.body}`).toBeLessThan(500);
        errorBody.strict().parse(answer.json());
      },
    ),
    { numRuns: 40 },
  );
});

test.each([
  ['without JSON', '{"email":', 'application/json', 400],
  ['a form', 'email=a%40b.test&password=x', 'application/x-www-form-urlencoded', 415],
  ['text', '{}', 'text/plain', 400],
  ['a duplicate field', '{"email":"a@b.test","email":"c@d.test","password":"x"}', 'application/json', 401],
  [
    'a prototype key',
    '{"__proto__":{"role":"admin"},"email":"a@b.test","password":"x"}',
    'application/json',
    400,
  ],
  ['too much', JSON.stringify({ email: 'x'.repeat(70_000) }), 'application/json', 413],
  ['deep nesting', `${'['.repeat(5_000)}${']'.repeat(5_000)}`, 'application/json', 400],
] as const)('a sign-in %s is rejected', async (_what, payload, type, status) => {
  const answer = await t.app.inject({
    method: 'POST',
    url: apiPaths.signIn,
    remoteAddress: anIpAddress(),
    headers: { origin: publicOrigin, 'content-type': type },
    payload,
  });
  expect(answer.statusCode, answer.body).toBe(status);
  errorBody.strict().parse(answer.json());
});

test.each(['https://evil.test', 'null', `${publicOrigin}.evil.test`])(
  'a sign-in with the origin %s is rejected, whatever forwarding headers it has',
  async (origin) => {
    const headers = { origin, 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' };
    const answer = await send(
      t,
      apiPaths.signIn,
      { email: anEmail(), password: aStrongPassword },
      { headers },
    );
    expectError(answer, 403, 'foreign-origin');
  },
);

test.each([
  'get-session',
  'sign-in/social',
  'update-user',
  'change-email',
  'delete-user',
  'list-sessions',
  'revoke-session',
  'ok',
  'error',
  'two-factor/get-totp-uri',
  'two-factor/send-otp',
  'reset-password/x',
  'sign-up/email/',
  '../auth/ok',
])('the library’s route /api/auth/%s is not exposed', async (path) => {
  for (const method of ['GET', 'POST'] as const) {
    const answer = await t.app.inject({
      method,
      url: `/api/auth/${path}`,
      headers: { origin: publicOrigin, cookie },
    });
    expect(answer.statusCode, method).toBe(404);
  }
});

test('a sign-up sets only the address and password, and its mail links only to PUBLIC_URL', async () => {
  const email = anEmail();
  const body = {
    email,
    password: aStrongPassword,
    role: 'owner',
    emailVerified: true,
    callbackURL: 'https://evil.test',
  };
  const answer = await send(t, apiPaths.signUp, body, {
    headers: { host: '192.0.2.66', 'x-forwarded-host': 'evil.test' },
  });
  expect(answer.statusCode).toBe(200);
  const users = await t.db.query('SELECT id FROM "user" WHERE email = $1', [email]);
  expect(users.rows).toEqual([]);
  const mails = await t.db.query('SELECT content::text FROM mails WHERE recipient = $1', [email]);
  expect(JSON.stringify(mails.rows)).not.toMatch(/evil\.test|192\.0\.2\.66/);
});

test('characters that the database cannot store are rejected as invalid input', async () => {
  const body = { email: 'a\0@b.test', accessKey: 'x' };
  expectError(await send(t, apiPaths.grantAdmin, body), 400, 'invalid-request');
  const ended = await send(t, apiPaths.mySession('%00'), {}, { cookie, method: 'DELETE' });
  expectError(ended, 400, 'invalid-request');
});

/** Counts the hashes of a call. */
const patience = 120_000;

describe('an attacker cannot prepare an account for a victim', () => {
  const attackers = 'the pass phrase of an attacker';
  const victims = 'the pass phrase of the victim';
  const confirm = (token: string, password: string) => send(t, apiPaths.verifyEmail, { token, password });
  const signIn = (email: string, password: string) => send(t, apiPaths.signIn, { email, password });

  /** Signs up several times and returns the tokens mailed. */
  async function signUps(email: string, passwords: string[]): Promise<string[]> {
    for (const [index, password] of passwords.entries()) {
      expect((await send(t, apiPaths.signUp, { email, password })).statusCode).toBe(200);
      await expect.poll(async () => (await listMails(t, email)).length).toBe(index + 1);
    }
    return (await listMails(t, email)).map(toLinkToken);
  }

  /** Confirms with the link of one sign-up after trying the passwords of the others. */
  async function expectOwnPasswordAlone(passwords: string[], used: number): Promise<void> {
    const email = anEmail();
    const tokens = await signUps(email, passwords);
    const [token = ''] = tokens.slice(used);
    const others = passwords.filter((_, index) => index !== used);
    for (const refused of await Promise.all(others.map((password) => confirm(token, password)))) {
      expectError(refused, 401, 'wrong-password');
      expect(toCookieHeader(refused)).toBe('');
    }
    // No attempt has created an account.
    const early = await Promise.all(passwords.map((password) => signIn(email, password)));
    for (const answer of early) expectError(answer, 403, 'email-unconfirmed');

    const confirmed = await confirm(token, passwords[used] ?? '');
    expect(confirmed.statusCode, confirmed.body).toBe(200);
    const headers = { cookie: toCookieHeader(confirmed) };
    const who = me.parse((await t.app.inject({ url: apiPaths.me, headers })).json());
    expect(who.user?.email).toBe(email);
    for (const [index, other] of tokens.entries()) {
      expectError(await confirm(other, passwords[index] ?? ''), 409, 'link-used');
    }
    const late = await Promise.all(passwords.map((password) => signIn(email, password)));
    expect(late.map(({ statusCode }, index) => [index === used, statusCode])).toEqual(
      passwords.map((_, index) => (index === used ? [true, 200] : [false, 401])),
    );
  }

  test.each([
    ['the attacker signs up first', [attackers, victims]],
    ['the victim signs up first', [victims, attackers]],
    ['the attacker signs up before and after', [attackers, victims, `${attackers} again`]],
  ])(
    '%s: each link works only with the password of its sign-up',
    async (_order, passwords) => {
      await Promise.all(passwords.map((_, used) => expectOwnPasswordAlone(passwords, used)));
    },
    patience,
  );

  test('a sign-up with the address of an account cannot be confirmed, even with a valid link', async () => {
    const { email, password } = await anAccount(t);
    await send(t, apiPaths.signUp, { email, password: attackers });
    await send(t, apiPaths.sendVerificationEmail, { email, password: attackers });
    // The "You already have an account" mail is sent at most once a day.
    const subjects = (await listMails(t, email)).map(({ subject }) => subject.split(' ')[0]);
    expect(subjects).toEqual(['Confirm', 'You']);
    const [pending] = await listPendingSignUps(t.db, email);
    const tomorrow = new Date(Date.now() + 86_400_000);
    for (const content of [`${pending?.id} ${email}`, `${pending?.id}`]) {
      const token = createLinkToken(testAppSecret, 'confirm-address', content, tomorrow);
      expectError(await confirm(token, attackers), 409, 'link-used');
    }
    expect((await signIn(email, password)).statusCode).toBe(200);
  });

  test('a link with a replaced address confirms the address it was mailed to', async () => {
    const email = anEmail();
    const [token = ''] = await signUps(email, [victims]);
    const bytes = Buffer.from(token, 'base64url');
    bytes.write('x', bytes.indexOf(email));
    expectError(await confirm(bytes.toString('base64url'), victims), 400, 'link-invalid');
    expect((await confirm(token, victims)).statusCode).toBe(200);
  });
});
