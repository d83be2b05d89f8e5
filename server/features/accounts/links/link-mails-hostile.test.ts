import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { apiPaths } from '../../../../contract/paths.ts';
import {
  anAccount,
  anEmail,
  anIpAddress,
  aStrongPassword,
  callInBatches,
  send,
} from '../../../testing/accounts/accounts.ts';
import { findMail, listMails, toLinkToken } from '../../../testing/mail/sent-mails.ts';
import { messageForms } from '../../../testing/message-forms.ts';
import { anOpenCheckout, submitTestCheckout } from '../../../testing/purchases/purchases.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp, testAppSecret } from '../../../testing/test-app.ts';
import { createLinkToken } from './mailed-link.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.db.query('DELETE FROM attempts');
});

const strangers = 'a pass phrase of a stranger';
const reset = (email: string, given: Parameters<typeof send>[3] & { earlierLink?: string } = {}) => {
  const { earlierLink, ...asking } = given;
  return send(t, apiPaths.requestPasswordReset, { email, earlierLink }, asking);
};
const subjects = async (to: string) => (await listMails(t, to)).map(({ subject }) => subject);
const countResets = async (to: string) =>
  (await subjects(to)).filter((subject) => /^A new password/.test(subject)).length;

/** Sends every kind of request that causes a mail without a session, each from another network. */
async function askForEverything(email: string): Promise<void> {
  const pages = Object.values(messageForms);
  await callInBatches(9, async (turn) => {
    const form = pages[turn % pages.length] ?? messageForms.home;
    expect((await send(t, form.path, { ...form.body(), email })).statusCode).toBe(200);
  });
  await callInBatches(4, async () => {
    const sale = await anOpenCheckout(t.app, { customerEmail: email });
    await submitTestCheckout(t.app, sale.sessionId, 'pay');
  });
  await callInBatches(8, (turn) => send(t, apiPaths.signUp, { email, password: `${strangers} ${turn}` }));
  await callInBatches(8, (turn) =>
    send(t, apiPaths.sendVerificationEmail, { email, password: `${strangers} ${turn}` }),
  );
  await callInBatches(8, () => reset(email));
}

test('strangers can cause at most four mails a day to a mailbox without an account', async () => {
  const victim = anEmail();
  await askForEverything(victim);
  const mailed = await subjects(victim);
  expect(mailed.filter((subject) => /^Confirm/.test(subject))).toHaveLength(3);
  expect(mailed.filter((subject) => !/^Confirm/.test(subject))).toHaveLength(1);
});

test('strangers can cause at most seven mails a day to the mailbox of an account', async () => {
  const { email } = await anAccount(t);
  await t.db.query('DELETE FROM attempts');
  await askForEverything(email);
  const [, ...mailed] = await subjects(email);
  expect(mailed.filter((subject) => /^A new password/.test(subject))).toHaveLength(3);
  expect(mailed.filter((subject) => /^You already have/.test(subject))).toHaveLength(1);
  expect(mailed).toHaveLength(7);
});

test('adding a tag to the address does not increase the mails to an account', async () => {
  const { email } = await anAccount(t);
  await t.db.query('DELETE FROM attempts');
  const tagged = email.replace('@', '+shop@');
  await callInBatches(2, () => send(t, apiPaths.signUp, { email, password: strangers }));
  await askForEverything(tagged);
  await askForEverything(email);
  const [, ...mailed] = await subjects(email);
  const all = [...mailed, ...(await subjects(tagged))];
  expect(all.filter((subject) => /^(Confirm|You already have)/.test(subject))).toHaveLength(2);
  expect(all).toHaveLength(8);
});

test('requests of a stranger do not block the reset mail of a known browser, which has a separate budget', async () => {
  const owner = await anAccount(t);
  await callInBatches(8, () => reset(owner.email));
  expect(await countResets(owner.email)).toBe(3);
  const device = owner.cookie.split('; ').find((each) => each.startsWith('account-device=')) ?? '';
  expect((await reset(owner.email, { cookie: device })).body).toBe('{"status":true,"storedMail":{}}');
  expect(await countResets(owner.email)).toBe(4);
  const session = owner.cookie.split('; ').find((each) => each.includes('session_token')) ?? '';
  await reset(owner.email, { cookie: session });
  expect(await countResets(owner.email)).toBe(5);
  // The owner's budget is limited too.
  await callInBatches(6, () => reset(owner.email, { cookie: device }));
  expect(await countResets(owner.email)).toBe(3 + 5);
});

test('a cookie of another account or a link of another address does not use the owner’s budget', async () => {
  const [owner, stranger] = [await anAccount(t), await anAccount(t)];
  await reset(stranger.email);
  const earlierLink = toLinkToken(await findMail(t, stranger.email, /^A new password/));
  await callInBatches(4, () => reset(owner.email, { cookie: stranger.cookie, earlierLink }));
  expect(await countResets(owner.email)).toBe(3);
  const old = createLinkToken(
    testAppSecret,
    'reset-password',
    `x ${owner.email}`,
    new Date(Date.now() - 8 * 86_400_000),
  );
  const forged = `B${earlierLink.slice(1)}`;
  for (const link of [old, forged, 'garbage']) {
    expect((await reset(owner.email, { earlierLink: link })).body).toBe('{"status":true,"storedMail":{}}');
  }
  expect(await countResets(owner.email)).toBe(3);
});

test('a stranger on one network cannot block the reset mail of an owner on a new browser', async () => {
  const owner = await anAccount(t);
  const address = anIpAddress();
  await callInBatches(8, () => reset(owner.email, { address }));
  expect(await countResets(owner.email)).toBe(2);
  await reset(owner.email);
  expect(await countResets(owner.email)).toBe(3);
});

test('an owner on a new browser gets a new link with an earlier one while strangers on many networks send requests', async () => {
  const owner = await anAccount(t);
  await callInBatches(8, () => reset(owner.email));
  const earlierLink = toLinkToken(await findMail(t, owner.email, /^A new password/));
  // Simulates that the link has expired.
  await t.db.query('DELETE FROM verification');
  const dead = await send(t, apiPaths.resetPassword, { token: earlierLink, newPassword: strangers });
  expectError(dead, 409, 'link-used');
  await reset(owner.email, { earlierLink });
  expect(await countResets(owner.email)).toBe(4);
  const newest = (await listMails(t, owner.email)).at(-1) ?? { subject: '', text: '' };
  const body = { token: toLinkToken(newest), newPassword: 'nine lanterns under the pier' };
  expect((await send(t, apiPaths.resetPassword, body)).statusCode).toBe(200);
});

test('sign-ups of strangers do not block the owner’s confirmation: a stranger’s link mails the owner’s', async () => {
  const email = anEmail();
  await callInBatches(6, (turn) => send(t, apiPaths.signUp, { email, password: `${strangers} ${turn}` }));
  const body = { email, password: aStrongPassword };
  expect((await send(t, apiPaths.signUp, body)).body).toBe('{"status":true,"storedMail":{}}');
  expect((await send(t, apiPaths.sendVerificationEmail, body)).body).toBe('{"status":true,"storedMail":{}}');
  const before = await listMails(t, email);
  expect(before).toHaveLength(3);
  const confirm = (token: string) => send(t, apiPaths.verifyEmail, { token, password: aStrongPassword });
  const refused = await confirm(toLinkToken(before[0] ?? { subject: '', text: '' }));
  expect(expectError(refused, 401, 'wrong-password')).toContain('We have sent you the link for it');
  const after = await listMails(t, email);
  expect(after).toHaveLength(4);
  expect((await confirm(toLinkToken(after.at(-1) ?? { subject: '', text: '' }))).statusCode).toBe(200);
});

test('a message, a sign-up and a repeated link request on one day are each mailed', async () => {
  const email = anEmail();
  const address = anIpAddress();
  await send(t, messageForms.home.path, { ...messageForms.home.body(), email }, { address });
  await send(t, apiPaths.signUp, { email, password: aStrongPassword }, { address });
  await send(t, apiPaths.sendVerificationEmail, { email, password: aStrongPassword }, { address });
  expect((await subjects(email)).map((subject) => subject.split(' ')[0])).toEqual([
    'We',
    'Confirm',
    'Confirm',
  ]);
});

test('the number of stored sign-ups does not reveal whether an address has an account', async () => {
  const { email: known } = await anAccount(t);
  const unknown = anEmail();
  const countStored = async (email: string) =>
    (await t.db.query('SELECT 1 FROM pending_sign_ups WHERE email = $1', [email])).rows.length;
  for (const email of [known, unknown]) {
    await t.db.query(
      `INSERT INTO pending_sign_ups (id, email, password_hash, created_at, expires_at)
       SELECT gen_random_uuid()::text, $1, (SELECT password FROM account LIMIT 1) || n, now(), now() + interval '1 day'
       FROM generate_series(1, 300) n`,
      [email],
    );
  }
  await t.db.query('DELETE FROM attempts');
  for (let turn = 0; turn < 5; turn += 1) {
    for (const email of [known, unknown]) {
      await send(t, apiPaths.signUp, { email, password: `${strangers} ${turn}` });
    }
  }
  expect(await countStored(known)).toBe(await countStored(unknown));
});
