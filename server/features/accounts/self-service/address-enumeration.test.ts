import { afterAll, beforeAll, expect, test } from 'vitest';
import { pendingAddress } from '../../../../contract/account/self-service.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { anAccount, anEmail, aStrongPassword, send } from '../../../testing/accounts/accounts.ts';
import { findMail, listMails } from '../../../testing/mail/sent-mails.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  // With production hash cost and delays, because the response time is part of what is tested.
  t = await buildTestApp({ authTiming: {} });
});
afterAll(() => t.close());

async function requestAddress(newEmail: string) {
  const user = await anAccount(t);
  const begunAt = performance.now();
  const answer = await send(t, apiPaths.myAddress, { newEmail, password: aStrongPassword }, user);
  const elapsedMs = performance.now() - begunAt;
  const { pending } = pendingAddress.parse(answer.json());
  const { date: _, ...headers } = answer.headers;
  const shown = await t.app.inject({ url: apiPaths.myAddress, headers: { cookie: user.cookie } });
  return {
    elapsedMs,
    user,
    seen: {
      status: answer.statusCode,
      headers,
      isSame: pending?.newEmail === newEmail,
      isShown: shown.body === answer.body,
    },
  };
}

test('a new address with an account is answered like one without, in a constant-time slot', async () => {
  const owner = await anAccount(t);
  const waiting = anEmail();
  await send(t, apiPaths.signUp, { email: waiting, password: aStrongPassword });
  const [free, signingUp, taken] = [
    await requestAddress(anEmail()),
    await requestAddress(waiting),
    await requestAddress(owner.email),
  ];
  const { headers, ...seen } = free.seen;
  expect(seen).toEqual({ status: 200, isSame: true, isShown: true });
  const toLength = ({ 'content-length': length, ...rest }: typeof headers) => ({
    ...rest,
    length: typeof length,
  });
  for (const other of [signingUp, taken]) {
    expect({ ...other.seen, headers: toLength(other.seen.headers) }).toEqual({
      ...free.seen,
      headers: toLength(headers),
    });
  }
  // A timer may fire a millisecond early.
  for (const { elapsedMs } of [free, signingUp, taken]) expect(elapsedMs).toBeGreaterThan(695);
  // The owner of the address gets a mail without a link.
  const mail = await findMail(t, owner.email, /^You already have an account/);
  expect(mail.text).not.toContain('token=');
  expect((await listMails(t, owner.email)).map(({ subject }) => subject).join()).not.toMatch(/new address/);
  expect((await findMail(t, taken.user.email, /^A new address/)).text).toContain(owner.email);
});
