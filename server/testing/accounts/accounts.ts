import { randomBytes } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { type Me, me } from '../../../contract/account/accounts.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { publicOrigin } from '../builders.ts';
import { findMail, toLinkToken } from '../mail/sent-mails.ts';
import { type TestApp, testAdminKey } from '../test-app.ts';

export const aStrongPassword = 'seven herons over wet slate';

/** A random IP address, because limits count by address. */
export function anIpAddress(): string {
  return `fd00:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`;
}

export function anEmail(): string {
  return `user-${randomBytes(5).toString('hex')}@people.test`;
}

interface SendOptions {
  cookie?: string;
  address?: string;
  method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
}

/** Sends a JSON request as our pages do. */
export function send(
  t: TestApp,
  url: string,
  body: unknown,
  { cookie, address = anIpAddress(), method = 'POST', headers = {} }: SendOptions = {},
): Promise<LightMyRequestResponse> {
  return t.app.inject({
    method,
    url,
    remoteAddress: address,
    headers: {
      origin: publicOrigin,
      'content-type': 'application/json',
      ...(cookie ? { cookie } : {}),
      ...headers,
    },
    payload: JSON.stringify(body),
  });
}

/** Makes many calls, at most `atOnce` at a time: an account may have only a few requests under way. */
export async function callInBatches<Answer>(
  times: number,
  call: (turn: number) => Promise<Answer>,
  atOnce = 4,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  while (answers.length < times) {
    const from = answers.length;
    const size = Math.min(atOnce, times - from);
    answers.push(...(await Promise.all(Array.from({ length: size }, (_, turn) => call(from + turn)))));
  }
  return answers;
}

/** Moves all counted attempts into the past, as if the seconds had passed. */
export async function ageAttempts(t: TestApp, seconds: number): Promise<void> {
  await t.db.query(
    `UPDATE attempts SET times = ARRAY(SELECT made - $1 * interval '1 second' FROM unnest(times) made ORDER BY made)`,
    [seconds],
  );
}

/** The cookie header with the cookies that a response sets. */
export function toCookieHeader(answer: LightMyRequestResponse): string {
  return answer.cookies
    .filter((cookie) => cookie.value !== '')
    .map((cookie) => `${cookie.name}=${encodeURIComponent(cookie.value)}`)
    .join('; ');
}

export interface TestAccount {
  id: string;
  email: string;
  password: string;
  cookie: string;
}

/** An account that signed up and confirmed its address through the mailed link, which also signs it in. */
export async function anAccount(
  t: TestApp,
  given: { email?: string; password?: string } = {},
): Promise<TestAccount> {
  const { email = anEmail(), password = aStrongPassword } = given;
  const signedUp = await send(t, apiPaths.signUp, { email, password });
  if (signedUp.statusCode !== 200) throw new Error(`the sign-up failed: ${signedUp.body}`);
  const token = toLinkToken(await findMail(t, email, /^Confirm/));
  const confirmed = await send(t, apiPaths.verifyEmail, { token, password });
  if (confirmed.statusCode !== 200) throw new Error(`the confirmation failed: ${confirmed.body}`);
  return toAccount(t, { email, password }, toCookieHeader(confirmed));
}

/** Signs the account in from another browser. */
export async function aNewSession(
  t: TestApp,
  { email, password }: { email: string; password: string },
): Promise<TestAccount> {
  const answer = await send(t, apiPaths.signIn, { email, password });
  if (answer.statusCode !== 200) throw new Error(`the sign-in failed: ${answer.body}`);
  return toAccount(t, { email, password }, toCookieHeader(answer));
}

async function toAccount(
  t: TestApp,
  { email, password }: { email: string; password: string },
  cookie: string,
): Promise<TestAccount> {
  const user = await findCurrentUser(t, cookie);
  return { id: user?.id ?? '', email, password, cookie };
}

/** The signed-in user of a cookie; null if the cookie has no session. */
export async function findCurrentUser(t: TestApp, cookie: string): Promise<Me['user']> {
  return me.parse((await t.app.inject({ url: apiPaths.me, headers: { cookie } })).json()).user;
}

/** An account that became an administrator with the administrator access key. */
export async function anAdmin(t: TestApp, given: { email?: string } = {}): Promise<TestAccount> {
  const user = await anAccount(t, given);
  return { ...user, cookie: await grantAdminByKey(t, user) };
}

/** Makes the account an administrator with the key. Returns its new cookies, because the session is replaced. */
export async function grantAdminByKey(t: TestApp, { email, cookie }: TestAccount): Promise<string> {
  const answer = await send(t, apiPaths.grantAdmin, { email, accessKey: testAdminKey }, { cookie });
  if (answer.statusCode !== 200) throw new Error(`the grant failed: ${answer.body}`);
  return mergeCookies(cookie, answer);
}

/** A browser's cookie header after a response that sets or clears cookies. */
export function mergeCookies(cookie: string, answer: LightMyRequestResponse): string {
  const names = new Set(answer.cookies.map(({ name }) => name));
  const kept = cookie.split('; ').filter((each) => !names.has(each.split('=')[0] ?? ''));
  return [...kept, toCookieHeader(answer)].filter((each) => each !== '').join('; ');
}

export async function anAdminCookie(t: TestApp): Promise<string> {
  return (await anAdmin(t)).cookie;
}
