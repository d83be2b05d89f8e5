import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { apiPaths } from '../../../../contract/paths.ts';
import {
  anAccount,
  anAdmin,
  anEmail,
  anIpAddress,
  aStrongPassword,
  findCurrentUser,
  send,
  type TestAccount,
} from '../../../testing/accounts/accounts.ts';
import {
  followToCallback,
  requestCallback,
  signInWithProvider,
  startIdentityProvider,
  startSignIn,
  type TestIdentityProvider,
} from '../../../testing/accounts/identity-provider.ts';
import { findMail, listMails, toLinkToken } from '../../../testing/mail/sent-mails.ts';
import { listenLocally } from '../../../testing/outbound/listen-locally.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

const newPassword = 'nine lanterns under the pier';
let provider: TestIdentityProvider;
let t: TestApp;
beforeAll(async () => {
  provider = await startIdentityProvider();
  t = await buildTestApp({ env: provider.env });
});
afterAll(async () => {
  await t.close();
  await provider.close();
});
beforeEach(async () => {
  await t.db.query('DELETE FROM attempts');
  provider.changeDocument = undefined;
});

let people = 0;
function aPerson(given: Record<string, unknown> = {}) {
  people += 1;
  const person = { sub: `stranger-${people}`, email: anEmail(), email_verified: true, ...given };
  provider.person = person;
  return person;
}
const count = async (table: 'account' | 'session' | '"user"') =>
  Number((await t.db.query(`SELECT count(*) FROM ${table}`)).rows[0]?.count);
const countAll = async () => [await count('account'), await count('session'), await count('"user"')];

/** Expects a callback that starts no session and changes nothing. */
async function expectRejected(
  outcome: string,
  call: () => Promise<{ answer: { statusCode: number; headers: object }; cookie: string }>,
) {
  const before = await countAll();
  const { answer, cookie } = await call();
  expect(answer.statusCode).toBe(303);
  expect(answer.headers).toMatchObject({ location: `/auth?provider=${outcome}` });
  expect(await findCurrentUser(t, cookie)).toBeNull();
  expect(await countAll()).toEqual(before);
}

/** A sign-in whose parameters are changed on the way to the provider or back. */
async function tampered({
  there = () => undefined,
  back = () => undefined,
  cookie: ownCookie,
}: {
  there?: (parameters: URLSearchParams) => unknown;
  back?: (parameters: URLSearchParams) => unknown;
  cookie?: string;
}) {
  const started = await startSignIn(t);
  const url = new URL(started.url);
  there(url.searchParams);
  const search = new URLSearchParams(await followToCallback(url.href));
  back(search);
  const cookie = ownCookie ?? started.cookie;
  return { answer: await requestCallback(t, `?${search}`, cookie), cookie };
}

describe('an address that the provider has not verified', () => {
  test.each([
    ['unverified', { email_verified: false }],
    ['without a statement', { email_verified: undefined }],
    ['with the claim of another vendor', { email_verified: undefined, xms_edov: true }],
    ['with a claim that only looks like it', { email_verified: false, emailVerified: true }],
  ])('equal to an owner’s, %s, starts no session and links nothing', async (_what, claims) => {
    const owner = await anAdmin(t);
    aPerson({ email: owner.email, ...claims });
    await expectRejected('unverified', () => signInWithProvider(t));
    expect((await listMails(t, owner.email)).map(({ subject }) => subject).join()).not.toMatch(/Example ID/);
  });

  test('creates no account', async () => {
    aPerson({ email_verified: false });
    await expectRejected('unverified', () => signInWithProvider(t));
  });

  test('does not sign in to an account that was linked before', async () => {
    const person = aPerson();
    await signInWithProvider(t);
    provider.person = { ...person, email_verified: false };
    await expectRejected('unverified', () => signInWithProvider(t));
  });
});

test.each([['ä@people.test'], ['"a b"@people.test'], ['a@b'], ['a@people.test\r\nBcc: x@y.test'], ['']])(
  'the address %j is no account’s',
  async (email) => {
    aPerson({ email });
    await expectRejected('unsuitable', () => signInWithProvider(t));
  },
);

test('a name with control characters is left out', async () => {
  aPerson({ name: 'Ada\u202e\u0000\n<script>' });
  const { cookie } = await signInWithProvider(t);
  expect((await findCurrentUser(t, cookie))?.name).toBe('');
});

describe('a callback', () => {
  test('with another nonce than that of the browser’s sign-in is refused', async () => {
    aPerson();
    await expectRejected('refused', () => tampered({ there: (to) => to.set('nonce', 'another-nonce') }));
    await expectRejected('refused', () => tampered({ there: (to) => to.delete('nonce') }));
  });

  test('with another state than that of the browser’s sign-in is refused', async () => {
    aPerson();
    await expectRejected('expired', () => tampered({ back: (to) => to.set('state', 'x'.repeat(32)) }));
    await expectRejected('expired', () => tampered({ back: (to) => to.delete('state') }));
    const other = await startSignIn(t);
    const otherState = new URL(other.url).searchParams.get('state') ?? '';
    await expectRejected('expired', () => tampered({ back: (to) => to.set('state', otherState) }));
  });

  test('in a browser that did not start the sign-in is refused', async () => {
    aPerson();
    await expectRejected('expired', () => tampered({ cookie: '' }));
    await expectRejected('expired', async () => tampered({ cookie: (await startSignIn(t)).cookie }));
  });

  test('with a code of another sign-in is refused: PKCE', async () => {
    aPerson();
    const other = new URLSearchParams(await followToCallback((await startSignIn(t)).url));
    await expectRejected('refused', () =>
      tampered({ back: (to) => to.set('code', other.get('code') ?? '') }),
    );
  });

  test('of another issuer is refused', async () => {
    aPerson();
    await expectRejected('refused', () => tampered({ back: (to) => to.set('iss', 'https://evil.test') }));
  });

  test('works once, also twice at the same moment', async () => {
    aPerson();
    const { url, cookie } = await startSignIn(t);
    const search = await followToCallback(url);
    const answers = await Promise.all([1, 2, 3].map(() => requestCallback(t, search, cookie)));
    const locations = answers.map(({ headers }) => headers.location).sort();
    expect(locations).toEqual(['/admin', '/auth?provider=expired', '/auth?provider=expired']);
    await expectRejected('expired', async () => ({
      answer: await requestCallback(t, search, cookie),
      cookie: '',
    }));
  });

  test('of a person who refused leads back with the reason, and with no words of the provider', async () => {
    provider.person = undefined;
    await expectRejected('canceled', () => signInWithProvider(t));
    const forged = '?error=%3Cscript%3E&error_description=Call+0800+666&state=x';
    await expectRejected('refused', async () => ({
      answer: await requestCallback(t, forged, ''),
      cookie: '',
    }));
  });

  test.each([
    ['no parameters', ''],
    ['an empty code', '?code=&state='],
    ['a code twice', '?code=a&code=b&state=c'],
    ['a huge code', `?code=${'x'.repeat(5_000)}&state=y`],
    ['odd characters', '?code=%00%ff&state=%ed%a0%80&iss[]=1&__proto__=2'],
  ])('with %s is answered with a page, not an error', async (_what, search) => {
    const { statusCode, headers } = await requestCallback(t, search, '');
    expect(statusCode).toBe(303);
    expect(headers.location).toMatch(/^\/auth\?provider=(expired|refused)$/);
  });

  test('is limited for each address', async () => {
    const address = anIpAddress();
    const locations: unknown[] = [];
    for (let turn = 0; turn < 21; turn += 1) {
      const url = `${apiPaths.providerCallback}?code=a&state=b${turn}`;
      locations.push((await t.app.inject({ url, remoteAddress: address })).headers.location);
    }
    expect(locations.at(-1)).toBe('/auth?provider=busy');
  });
});

describe('the start', () => {
  test.each(['https://evil.test/', '//evil.test', '/\\evil.test', '/admin/../../evil', '/auth?x=1', 7, null])(
    'leads to our own pages only, not to %j',
    async (returnTo) => {
      const answer = await send(t, apiPaths.startProviderSignIn, { returnTo });
      expectError(answer, 400, 'invalid-request', 'returnTo');
    },
  );

  test('needs our Origin, and is limited for each address', async () => {
    const foreign = await send(
      t,
      apiPaths.startProviderSignIn,
      {},
      {
        headers: { origin: 'https://evil.test' },
      },
    );
    expectError(foreign, 403, 'foreign-origin');
    const address = anIpAddress();
    const statuses: number[] = [];
    for (let turn = 0; turn < 21; turn += 1) {
      statuses.push((await send(t, apiPaths.startProviderSignIn, {}, { address })).statusCode);
    }
    expect(statuses.at(-1)).toBe(429);
  });

  test('does not exist without the settings', async () => {
    const plain = await buildTestApp({ databaseUrl: t.databaseUrl });
    onTestFinished(() => plain.close());
    expectError(await send(plain, apiPaths.startProviderSignIn, {}), 404, 'not-found');
    expectError(await requestCallback(plain, '?code=a&state=b', ''), 404, 'not-found');
  });
});

describe('an account that is not the person’s', () => {
  test('with the same id at another issuer is another person', async () => {
    const person = aPerson({ sub: 'the-same-id' });
    await signInWithProvider(t);
    const other = await startIdentityProvider();
    const changed = await buildTestApp({ env: other.env, databaseUrl: t.databaseUrl });
    onTestFinished(async () => {
      await changed.close();
      await other.close();
    });
    other.person = { sub: 'the-same-id', email: anEmail(), email_verified: true };
    const { cookie } = await signInWithProvider(changed);
    expect((await findCurrentUser(changed, cookie))?.email).toBe(other.person.email);
    expect(other.person.email).not.toBe(person.email);
  });

  test('a sign-up for the address that waits for its confirmation gives its password no access', async () => {
    const email = anEmail();
    const password = 'a pass phrase of the attacker';
    await send(t, apiPaths.signUp, { email, password });
    const link = toLinkToken(await findMail(t, email, /^Confirm/));
    aPerson({ email });
    const { cookie } = await signInWithProvider(t);
    expect((await findCurrentUser(t, cookie))?.hasPassword).toBe(false);
    expectError(await send(t, apiPaths.signIn, { email, password }), 401, 'invalid-credentials');
    expectError(await send(t, apiPaths.verifyEmail, { token: link, password }), 409, 'link-used');
  });

  test('an account whose address was never confirmed is not linked', async () => {
    const user = await anAccount(t);
    await t.db.query('UPDATE "user" SET email_verified = false WHERE id = $1', [user.id]);
    aPerson({ email: user.email });
    await expectRejected('unconfirmed', () => signInWithProvider(t));
  });

  test('of two people with one address at once, both get the account of the address', async () => {
    const user = await anAccount(t);
    const starts: { search: string; cookie: string }[] = [];
    for (const _ of [1, 2]) {
      aPerson({ email: user.email });
      const { url, cookie } = await startSignIn(t);
      starts.push({ search: await followToCallback(url), cookie });
    }
    const answers = await Promise.all(starts.map(({ search, cookie }) => requestCallback(t, search, cookie)));
    expect(answers.map(({ headers }) => headers.location)).toEqual(['/admin', '/admin']);
    const { rows } = await t.db.query('SELECT 1 FROM "user" WHERE email = $1', [user.email]);
    expect(rows).toHaveLength(1);
  });

  test('a new person who arrives twice at once gets one account', async () => {
    const { email } = aPerson();
    const starts = [await startSignIn(t), await startSignIn(t)];
    const searches = [
      await followToCallback(starts[0]?.url ?? ''),
      await followToCallback(starts[1]?.url ?? ''),
    ];
    const answers = await Promise.all(
      starts.map(({ cookie }, index) => requestCallback(t, searches[index] ?? '', cookie)),
    );
    expect(answers.map(({ headers }) => headers.location)).toEqual(['/admin', '/admin']);
    const { rows } = await t.db.query('SELECT 1 FROM "user" WHERE email = $1', [email]);
    expect(rows).toHaveLength(1);
  });

  test.each<[string, (user: TestAccount) => Promise<{ statusCode: number }>]>([
    [
      'changed',
      ({ password, cookie }) => send(t, apiPaths.myPassword, { password, newPassword }, { cookie }),
    ],
    [
      'reset by mail',
      async ({ email }) => {
        await send(t, apiPaths.requestPasswordReset, { email });
        const token = toLinkToken(await findMail(t, email, /password/));
        return send(t, apiPaths.resetPassword, { token, newPassword });
      },
    ],
  ])('is not opened by a link of before once its password was %s', async (_, replacePassword) => {
    const user = await anAccount(t);
    const intruder = aPerson({ email: user.email });
    const { cookie } = await signInWithProvider(t);
    expect((await findCurrentUser(t, cookie))?.id).toBe(user.id);
    expect((await replacePassword(user)).statusCode).toBe(200);
    expect(await findCurrentUser(t, cookie)).toBeNull();
    // The provider knows the person under another address from now on.
    provider.person = { ...intruder, email: anEmail() };
    const later = await signInWithProvider(t);
    expect((await findCurrentUser(t, later.cookie))?.id).not.toBe(user.id);
  });

  test('a deleted account leaves no link behind', async () => {
    const { email } = aPerson();
    const { cookie } = await signInWithProvider(t);
    const first = await findCurrentUser(t, cookie);
    await send(t, apiPaths.deleteMe, { email }, { cookie });
    const again = await findCurrentUser(t, (await signInWithProvider(t)).cookie);
    expect(again?.email).toBe(email);
    expect(again?.id).not.toBe(first?.id);
  });
});

describe('a provider that does not work', () => {
  /** A server that uses another provider. */
  async function using(env: Record<string, string>): Promise<TestApp> {
    const app = await buildTestApp({ env, databaseUrl: t.databaseUrl });
    onTestFinished(() => app.close());
    return app;
  }
  const expectUnavailable = async (app: TestApp) => {
    const begunAt = performance.now();
    const answer = await send(app, apiPaths.startProviderSignIn, {});
    expect(expectError(answer, 503, 'unavailable')).toContain('Example ID cannot be reached');
    expect(answer.headers['retry-after']).toBe('30');
    expect(performance.now() - begunAt).toBeLessThan(12_000);
  };

  test('is down: the server starts, passwords work, and the button answers with an error', async () => {
    const gone = await startIdentityProvider();
    await gone.close();
    const app = await using(gone.env);
    await expectUnavailable(app);
    await anAccount(app);
  });

  test('accepts connections and never answers: nothing hangs', async () => {
    const port = await listenLocally(() => undefined);
    const app = await using({ ...provider.env, OIDC_ISSUER: `http://127.0.0.1:${port}` });
    const waiting = expectUnavailable(app);
    await anAccount(app);
    await waiting;
  }, 60_000);

  test.each<[string, (document: Record<string, unknown>) => void]>([
    ['names another issuer', (document) => Object.assign(document, { issuer: 'https://accounts.evil.test' })],
    [
      'names an issuer with one more slash',
      (document) => Object.assign(document, { issuer: `${document.issuer}/` }),
    ],
    [
      'sends secrets in clear text',
      (document) => Object.assign(document, { token_endpoint: 'http://a.test/t' }),
    ],
    ['has no keys', (document) => Object.assign(document, { jwks_uri: undefined })],
    ['is endless', (document) => Object.assign(document, { more: 'x'.repeat(300_000) })],
  ])('%s: no one can sign in with it', async (_what, change) => {
    provider.changeDocument = change;
    await expectUnavailable(await using(provider.env));
  });

  test('goes down between start and callback: a page shows it', async () => {
    const other = await startIdentityProvider();
    const app = await using(other.env);
    other.person = { sub: 'a', email: anEmail(), email_verified: true };
    const { url, cookie } = await startSignIn(app);
    const search = await followToCallback(url);
    await other.close();
    const answer = await requestCallback(app, search, cookie);
    expect(answer.headers.location).toBe('/auth?provider=unavailable');
  });

  test('works again later, without a restart of the server', async () => {
    provider.changeDocument = (document) => Object.assign(document, { issuer: 'https://accounts.evil.test' });
    const app = await using(provider.env);
    await expectUnavailable(app);
    provider.changeDocument = undefined;
    aPerson();
    expect((await signInWithProvider(app)).location).toBe('/admin');
  });

  test('has another secret for us: no one can sign in, and nothing of it is shown', async () => {
    const app = await using({ ...provider.env, OIDC_CLIENT_SECRET: 'a wrong secret' });
    aPerson();
    expect((await signInWithProvider(app)).location).toBe('/auth?provider=refused');
  });
});

test('passwords work as before where a provider is configured', async () => {
  const user = await anAccount(t, { password: aStrongPassword });
  expect((await send(t, apiPaths.signIn, user)).statusCode).toBe(200);
});
