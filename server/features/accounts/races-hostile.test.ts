import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { twoFactorSecret } from '../../../contract/account/accounts.ts';
import { apiPaths } from '../../../contract/paths.ts';
import {
  aNewSession,
  anAccount,
  aStrongPassword,
  findCurrentUser,
  send,
  type TestAccount,
  toCookieHeader,
} from '../../testing/accounts/accounts.ts';
import { toTotp } from '../../testing/accounts/totp.ts';
import { withTwoFactor } from '../../testing/accounts/two-factor.ts';
import { findMail, toLinkToken } from '../../testing/mail/sent-mails.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
  // The insert of a session with this user agent blocks inside its transaction until the test releases the lock.
  await t.db.query(`
    CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock(4242); RETURN NEW; END $$`);
  await t.db.query(`
    CREATE TRIGGER wait_for_test AFTER INSERT ON session FOR EACH ROW
      WHEN (NEW.user_agent = 'held up') EXECUTE FUNCTION wait_for_test();`);
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.db.query('DELETE FROM attempts');
});

// The view has the locks of all databases, also of those of tests that run at the same time.
const countWaiting = async () =>
  (
    await t.db.query(
      `SELECT count(*)::int AS n FROM pg_locks JOIN pg_database d ON d.oid = database
       WHERE locktype = 'advisory' AND NOT granted AND datname = current_database()`,
    )
  ).rows[0]?.n;

/** Runs the other call while a sign-in transaction is open, unless a lock makes the call wait for it. */
async function duringSignIn(user: TestAccount, call: () => Promise<{ statusCode: number; body: string }>) {
  const holder = await t.db.connect();
  try {
    await holder.query('SELECT pg_advisory_lock(4242)');
    const signIn = send(t, apiPaths.signIn, user, { headers: { 'user-agent': 'held up' } });
    await expect.poll(countWaiting).toBe(1);
    let isOver = false;
    const other = call().finally(() => {
      isOver = true;
    });
    await expect.poll(async () => isOver || (await countWaiting()) > 1).toBe(true);
    await holder.query('SELECT pg_advisory_unlock(4242)');
    const [signedIn, answer] = await Promise.all([signIn, other]);
    expect(answer.statusCode, answer.body).toBe(200);
    return signedIn;
  } finally {
    holder.release();
  }
}

test('a sign-in with the old password during a reset does not stay signed in', async () => {
  const user = await anAccount(t);
  await send(t, apiPaths.requestPasswordReset, { email: user.email });
  const token = toLinkToken(await findMail(t, user.email, /^A new password/));
  const signedIn = await duringSignIn(user, () =>
    send(t, apiPaths.resetPassword, { token, newPassword: 'nine lanterns under the pier' }),
  );
  expect(await findCurrentUser(t, toCookieHeader(signedIn))).toBeNull();
});

test('a sign-in with only a password while two-factor is enabled leaves no session', async () => {
  const user = await anAccount(t);
  const made = await send(t, apiPaths.enableTwoFactor, { password: aStrongPassword }, user);
  const { totpURI } = twoFactorSecret.parse(made.json());
  const signedIn = await duringSignIn(user, () =>
    send(t, apiPaths.verifyTotp, { code: toTotp(totpURI) }, user),
  );
  expect(await findCurrentUser(t, toCookieHeader(signedIn))).toBeNull();
});

const passwordStep = async (user: TestAccount) => toCookieHeader(await send(t, apiPaths.signIn, user));

test.each(['totp', 'recovery code'] as const)(
  'of three sign-ins at once with the same %s one succeeds',
  async (kind) => {
    const user = await anAccount(t);
    const { totpURI, backupCodes: codes } = await withTwoFactor(t, user);
    const cookies = [await passwordStep(user), await passwordStep(user), await passwordStep(user)];
    const [path, code] =
      kind === 'totp' ? [apiPaths.verifyTotp, toTotp(totpURI)] : [apiPaths.verifyRecoveryCode, codes[0]];
    const answers = await Promise.all(cookies.map((cookie) => send(t, path, { code }, { cookie })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401]);
  },
);

test('two recovery codes used at once are both consumed', async () => {
  const user = await anAccount(t);
  const { backupCodes: codes } = await withTwoFactor(t, user);
  const use = async (code: string | undefined) =>
    send(t, apiPaths.verifyRecoveryCode, { code }, { cookie: await passwordStep(user) });
  await Promise.all([use(codes[0]), use(codes[1])]);
  await t.db.query('DELETE FROM attempts');
  const again = [await use(codes[0]), await use(codes[1])];
  expect(again.map(({ statusCode }) => statusCode)).toEqual([401, 401]);
});

test('enabling two-factor in two tabs at once leaves the secret that was shown last', async () => {
  const user = await anAccount(t);
  const { cookie, password } = user;
  const begin = () => send(t, apiPaths.enableTwoFactor, { password }, { cookie });
  const made = await Promise.all([begin(), begin(), begin()]);
  const uris = made.map((answer) => twoFactorSecret.parse(answer.json()).totpURI);
  const { rows } = await t.db.query('SELECT 1 FROM two_factor WHERE user_id = $1', [user.id]);
  expect(rows).toHaveLength(1);
  const shown = await Promise.all(
    uris.map((uri) => send(t, apiPaths.verifyTotp, { code: toTotp(uri) }, { cookie })),
  );
  expect(shown.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
});

test('of disabling two-factor and replacing its codes at once, only one succeeds', async () => {
  const user = await anAccount(t);
  const { cookie, backupCodes: codes } = await withTwoFactor(t, user);
  const [off, renewed] = await Promise.all([
    send(t, apiPaths.disableTwoFactor, { password: user.password, code: codes[0] }, { cookie }),
    send(t, apiPaths.generateRecoveryCodes, { password: user.password, code: codes[1] }, { cookie }),
  ]);
  const isOff = off.statusCode === 200;
  const [accepted, refused] = isOff ? [off, renewed] : [renewed, off];
  expect(accepted.statusCode, accepted.body).toBe(200);
  expect([400, 401], refused.body).toContain(refused.statusCode);
  const { rows } = await t.db.query('SELECT 1 FROM two_factor WHERE user_id = $1', [user.id]);
  expect(rows).toHaveLength(isOff ? 0 : 1);
});

test('of two simultaneous renewals of a sign-in, one succeeds and leaves one session', async () => {
  const user = await anAccount(t);
  const { cookie, password } = user;
  const renew = () => send(t, apiPaths.renewSignIn, { password }, { cookie });
  const answers = await Promise.all([renew(), renew()]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
  const { rows } = await t.db.query('SELECT 1 FROM session WHERE user_id = $1', [user.id]);
  expect(rows).toHaveLength(1);
});

test('two-factor codes are counted even with a cookie header that two parsers read differently', async () => {
  const user = await anAccount(t);
  await withTwoFactor(t, user);
  let looked = 0;
  for (let round = 0; round < 6; round += 1) {
    const half = (await passwordStep(user)).split('; ').find((each) => each.includes('two_factor'));
    expect(half).toBeDefined();
    // One cookie parser trims the no-break space; the other treats it as part of the name.
    const cookie = `\u00a0${half}; account.two_factor=x`;
    for (const code of ['000000', '111111']) {
      const { body } = await send(t, apiPaths.verifyTotp, { code }, { cookie });
      if (body.includes('Invalid code')) looked += 1;
    }
  }
  expect(looked).toBeLessThanOrEqual(10);
});

test('a stolen session cannot use up the owner’s attempts in another browser', async () => {
  const user = await anAccount(t);
  const stolen = await aNewSession(t, user);
  const prove = (cookie: string, password: string) => send(t, apiPaths.renewSignIn, { password }, { cookie });
  for (let turn = 0; turn < 12; turn += 1) await prove(stolen.cookie, 'not the right one');
  expect((await prove(stolen.cookie, user.password)).statusCode).toBe(429);
  expect((await prove(user.cookie, user.password)).statusCode).toBe(200);
});
