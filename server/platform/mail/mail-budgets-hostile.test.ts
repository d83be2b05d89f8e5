import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ageAttempts, anAccount, anEmail, callInBatches, send } from '../../testing/accounts/accounts.ts';
import { countMailsByState } from '../../testing/mail/count-mails-by-state.ts';
import { messageForms } from '../../testing/message-forms.ts';
import { parseMetrics, sumSamples } from '../../testing/parse-metrics.ts';
import { anOpenCheckout, submitTestCheckout } from '../../testing/purchases/purchases.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.db.query('DELETE FROM mails');
  await t.db.query('DELETE FROM attempts');
});

async function countMails(to: string, mailClass = 'acknowledgement'): Promise<number> {
  const { rows } = await t.db.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM mails WHERE lower(recipient) = lower($1) AND class = $2',
    [to, mailClass],
  );
  return rows[0]?.n ?? 0;
}

const pages = Object.values(messageForms);
const fillIn = async (email: string, turn = 0, server = t) => {
  const form = pages[turn % pages.length] ?? messageForms.home;
  const answer = await send(server, form.path, { ...form.body(), email });
  expect(answer.statusCode, answer.body).toBe(200);
};
const payTestOrder = async (customerEmail: string) => {
  const sale = await anOpenCheckout(t.app, { customerEmail });
  expect((await submitTestCheckout(t.app, sale.sessionId, 'pay')).statusCode).toBe(303);
};

describe('forms and test checkouts in another person’s name', () => {
  test('forty forms with one address do not send it forty mails over eight hours', async () => {
    const victim = anEmail();
    await callInBatches(40, (turn) => fillIn(victim, turn));
    expect(await countMails(victim)).toBe(1);
    const { rows } = await t.db.query('SELECT 1 FROM contact_messages WHERE email = $1', [victim]);
    expect(rows.length, 'a message was lost with its mail').toBeGreaterThan(20);
  });

  test('one mailbox in many spellings counts as one', async () => {
    const name = `victim${randomUUID().slice(0, 8)}`;
    const spellings = ['', '+a', '+b', '+shop'].map((tag) => `${name}${tag}@example.com`);
    for (const address of [...spellings, `${name.toUpperCase()}@EXAMPLE.com`]) await fillIn(address);
    const dotted = ['v.i.ctim', 'vic.tim', 'victim', 'vi.ctim+x'].map((local) => `${local}@gmail.com`);
    for (const address of [...dotted, 'victim@googlemail.com']) await fillIn(address);
    const { rows } = await t.db.query(`SELECT 1 FROM mails WHERE class = 'acknowledgement'`);
    expect(rows).toHaveLength(2);
  });

  test('twenty paid test checkouts do not send twenty receipts', async () => {
    const victim = anEmail();
    await fillIn(victim);
    await callInBatches(20, () => payTestOrder(victim));
    expect(await countMails(victim)).toBe(1);
    expect(await countMails(victim, 'receipt')).toBe(0);
  });

  test('simultaneous forms are counted against each other', async () => {
    const victim = anEmail();
    await Promise.all(Array.from({ length: 12 }, (_, turn) => fillIn(victim, turn)));
    expect(await countMails(victim)).toBe(1);
  });

  test('the next day one more mail is sent, and the agency is notified of every form', async () => {
    const victim = anEmail();
    await fillIn(victim);
    // With room for a slow machine, whose time counts as well.
    await ageAttempts(t, 86_400 - 300);
    await fillIn(victim);
    expect(await countMails(victim)).toBe(1);
    await ageAttempts(t, 300);
    await fillIn(victim);
    expect(await countMails(victim)).toBe(2);
    expect(await countMails('hello@northlight.example', 'notice')).toBe(3);
  });

  test('a mailbox that confirmed an account or paid gets three a day', async () => {
    const { email } = await anAccount(t);
    for (let turn = 0; turn < 5; turn += 1) await fillIn(email, turn);
    expect(await countMails(email)).toBe(3);

    const customer = anEmail();
    await payTestOrder(customer);
    await t.db.query('DELETE FROM attempts');
    // A test order moves no money, so the address still counts as unknown.
    for (let turn = 0; turn < 2; turn += 1) await fillIn(customer);
    expect(await countMails(customer)).toBe(2);
    await t.db.query('UPDATE purchases SET is_test = false WHERE customer_email = $1', [customer]);
    for (let turn = 0; turn < 4; turn += 1) await fillIn(customer);
    expect(await countMails(customer)).toBe(4);
  });
});

test('sent, waiting and withheld mails are counted by class', async () => {
  // Not the server of the other tests: it may still be sending their mails, and counts them when they are sent.
  const own = await buildTestApp();
  const read = async () => {
    const answer = await own.app.inject({
      url: '/metrics',
      headers: { host: 'localhost:3000' },
      remoteAddress: '127.0.0.1',
    });
    return parseMetrics(answer.body);
  };
  const email = anEmail();
  for (let turn = 0; turn < 3; turn += 1) await fillIn(email, turn, own);
  await expect.poll(() => countMailsByState(own.db, 'acknowledgement')).toEqual({ sent: 1 });
  const count = async (name: string) => sumSamples(await read(), name, { class: 'acknowledgement' });
  await expect.poll(() => count('northlight_mails_sent_total')).toBe(1);
  expect(await count('northlight_mails_withheld_total')).toBe(2);
  expect(sumSamples(await read(), 'northlight_mails_waiting', { class: 'receipt' })).toBe(0);
  await own.close();
});
