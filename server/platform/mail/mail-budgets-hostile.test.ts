import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { apiPaths } from '../../../contract/paths.ts';
import { queuePurchaseMails } from '../../features/purchases/purchase-mails.ts';
import type { PurchaseRow } from '../../features/purchases/purchases.queries.ts';
import {
  ageAttempts,
  aNewSession,
  anAccount,
  anEmail,
  anIpAddress,
  aStrongPassword,
  callInBatches,
  send,
} from '../../testing/accounts.ts';
import {
  type MailHarness,
  openMailHarness,
  type TestDb,
  toBudgets,
} from '../../testing/mail/mail-harness.ts';
import { findMail, toLinkToken } from '../../testing/mail/sent-mails.ts';
import { messageForms } from '../../testing/message-forms.ts';
import { parseMetrics, sumSamples } from '../../testing/parse-metrics.ts';
import { anOpenCheckout, submitTestCheckout } from '../../testing/purchases.ts';
import { buildTestApp, openTestDb, type TestApp } from '../../testing/test-app.ts';
import { mailBudgets } from './mail-budgets.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.db.query('DELETE FROM mails');
  await t.db.query('DELETE FROM attempts');
});

const counts = z.array(z.object({ state: z.string(), n: z.number() }));
async function countByState(mailClass: string): Promise<Record<string, number>> {
  const { rows } = await t.db.query(
    'SELECT state, count(*)::int AS n FROM mails WHERE class = $1 GROUP BY state',
    [mailClass],
  );
  return Object.fromEntries(counts.parse(rows).map(({ state, n }) => [state, n]));
}

async function countMails(to: string, mailClass = 'acknowledgement'): Promise<number> {
  const { rows } = await t.db.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM mails WHERE lower(recipient) = lower($1) AND class = $2',
    [to, mailClass],
  );
  return rows[0]?.n ?? 0;
}

const pages = Object.values(messageForms);
const fillIn = async (email: string, turn = 0) => {
  const form = pages[turn % pages.length] ?? messageForms.home;
  const answer = await send(t, form.path, { ...form.body(), email });
  expect(answer.statusCode, answer.body).toBe(200);
};
const payTestOrder = async (customerEmail: string) => {
  const sale = await anOpenCheckout(t.app, { customerEmail });
  expect((await submitTestCheckout(t.app, sale.sessionId, 'pay')).statusCode).toBe(303);
};

/** Inserts mails of a class as just sent, each to a different mailbox. */
async function useUp(mailClass: string, mails: number): Promise<void> {
  await t.db.query(
    `INSERT INTO mails (id, class, recipient, subject, state, attempts, created_at, sent_at)
     SELECT gen_random_uuid(), $1, 'user-' || n || '@flood.test', 'Flood', 'sent', 1, now(), now()
     FROM generate_series(1, $2) n`,
    [mailClass, mails],
  );
}

/** The state of the only mail to an address; 'planned' if its next attempt is scheduled for later. */
async function settled(to: string): Promise<string | undefined> {
  const { rows } = await t.db.query<{ state: string; is_planned: boolean }>(
    `SELECT state, EXISTS (SELECT FROM pgboss.job WHERE data->>'id' = mails.id::text
                           AND state = 'created' AND start_after > now()) AS is_planned
     FROM mails WHERE recipient = $1`,
    [to],
  );
  const [mail] = rows;
  return mail?.state === 'waiting' && mail.is_planned ? 'planned' : mail?.state;
}

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

describe('a flood of one mail class', () => {
  test('of forms from 22 networks does not delay the receipt of a paid order', async () => {
    const flood = Array.from({ length: 22 }, anIpAddress).flatMap((address) =>
      Array<string>(5).fill(address),
    );
    await callInBatches(flood.length, async (turn) => {
      const answer = await send(t, messageForms.home.path, messageForms.home.body(), {
        address: flood[turn] ?? '',
      });
      expect(answer.statusCode).toBe(200);
    });
    await expect.poll(() => countByState('acknowledgement')).toEqual({ sent: 100, waiting: 10 });
    await useUp('sign-up', 500);
    await useUp('notice', 100);
    const customer = anEmail();
    await payOrder(customer);
    await expect.poll(() => settled(customer)).toBe('sent');
    await expect.poll(() => settled('agency@example.com')).toBe('sent');
    expect(await countByState('acknowledgement')).toEqual({ sent: 100, waiting: 10 });
  });

  test('of sign-ups has a limit', async () => {
    await useUp('sign-up', 100);
    const email = anEmail();
    await send(t, '/api/auth/sign-up/email', { email, password: 'seven herons over wet slate' });
    await expect.poll(() => settled(email)).toBe('planned');
  });

  test('of sign-ups delays no reset link, and one of reset links delays no link for an owner', async () => {
    const owner = await anAccount(t);
    await useUp('sign-up', 100);
    const ask = (cookie?: string) =>
      send(t, '/api/auth/request-password-reset', { email: owner.email }, cookie ? { cookie } : {});
    await ask();
    await expect.poll(() => countByState('account')).toEqual({ sent: 1 });
    await useUp('account', 99);
    await ask(owner.cookie);
    await expect.poll(() => countByState('owner-link')).toEqual({ sent: 1 });
  });

  test('of one stranger with a hundred addresses does not delay security mails of other accounts', async () => {
    const owner = await anAccount(t);
    const stranger = anEmail();
    await send(t, apiPaths.signUp, { email: stranger, password: aStrongPassword });
    const token = toLinkToken(await findMail(t, stranger, /^Confirm/));
    await t.db.query('DELETE FROM mails');
    expect((await send(t, apiPaths.renewVerificationLink, { token })).statusCode).toBe(200);
    const { rows } = await t.db.query<{ class: string }>('SELECT class FROM mails');
    expect(rows).toHaveLength(1);
    // Simulates the same for a hundred addresses, five times each.
    await useUp(rows[0]?.class ?? '', 500);
    await aNewSession(t, owner);
    await expect.poll(() => settled(owner.email)).toBe('sent');
  });

  test.each(['security', 'owner-link'] as const)(
    'to few mailboxes leaves room for the others: %s',
    async (mailClass) => {
      const db = await openTestDb();
      const hourly = (max: number) => [{ max, seconds: 3_600 }];
      const budget = { recipient: [], total: hourly(10), repeated: hourly(5) };
      const harness = await openMailHarness(db, '', {
        budgets: { ...mailBudgets, [mailClass]: budget },
        deliver: async () => undefined,
      });
      const countSent = async (to = '%') =>
        (await db.db.query(`SELECT 1 FROM mails WHERE state = 'sent' AND recipient LIKE $1`, [to])).rows
          .length;
      const waiting = async () => (await harness.jobs.listWaitingIds(db.db, 'urgent-mail')).size;
      try {
        const strangers = ['one@flood.test', 'two@flood.test'];
        for (let turn = 0; turn < 16; turn += 1) {
          await harness.send({ to: strangers[turn % 2] ?? '', class: mailClass });
        }
        await expect
          .poll(async () => ({ sent: await countSent(), waiting: await waiting() }))
          .toEqual({ sent: 5, waiting: 11 });
        for (let turn = 0; turn < 5; turn += 1) await harness.send({ to: anEmail(), class: mailClass });
        await expect.poll(() => countSent()).toBe(10);
        expect(await countSent('%@flood.test')).toBe(5);
      } finally {
        await harness.close();
        await db.close();
      }
    },
  );

  async function payOrder(customerEmail: string): Promise<void> {
    await anOpenCheckout(t.app, { customerEmail });
    const { rows } = await t.db.query<PurchaseRow>('SELECT * FROM purchases WHERE customer_email = $1', [
      customerEmail,
    ]);
    const [payment] = rows;
    if (!payment) throw new Error('there is no order');
    const deps = { mailer: t.server.mailer, publicUrl: t.config.publicUrl, contactTo: 'agency@example.com' };
    await t.db.transaction((tx) => queuePurchaseMails(deps, tx, { ...payment, is_test: false }, new Date()));
  }
});

describe('mails that are not answered', () => {
  let db: TestDb;
  let harness: MailHarness;
  beforeAll(async () => {
    db = await openTestDb();
  });
  afterAll(async () => {
    await db.close();
  });

  test('by the mail server do not delay a receipt', async () => {
    const handed: string[] = [];
    let release = () => {};
    const hanging = new Promise<void>((resolve) => {
      release = resolve;
    });
    const deliver = async ({ subject = '' }: { subject?: string | undefined }) => {
      handed.push(subject);
      if (subject === 'Slow') await hanging;
    };
    harness = await openMailHarness(db, '', { budgets: toBudgets(), deliver });
    for (let turn = 0; turn < 12; turn += 1) {
      await harness.send({ to: anEmail(), class: 'acknowledgement', subject: 'Slow' });
    }
    await expect.poll(() => handed.length).toBeGreaterThan(1);
    await harness.send({ to: anEmail(), class: 'receipt', subject: 'Receipt' });
    await expect.poll(() => handed).toContain('Receipt');
    expect(handed.filter((subject) => subject === 'Slow')).toHaveLength(2);
    release();
    await expect.poll(async () => (await harness.mailer.listFailed()).waiting).toBe(0);
    await harness.close();
  });
});

test('sent, waiting and withheld mails are counted by class', async () => {
  const read = async () => {
    const answer = await t.app.inject({
      url: '/metrics',
      headers: { host: 'localhost:3000' },
      remoteAddress: '127.0.0.1',
    });
    return parseMetrics(answer.body);
  };
  const before = await read();
  const email = anEmail();
  for (let turn = 0; turn < 3; turn += 1) await fillIn(email, turn);
  await expect.poll(() => countByState('acknowledgement')).toEqual({ sent: 1 });
  const grown = async (name: string) =>
    (sumSamples(await read(), name, { class: 'acknowledgement' }) ?? 0) -
    (sumSamples(before, name, { class: 'acknowledgement' }) ?? 0);
  await expect.poll(() => grown('northlight_mails_sent_total')).toBe(1);
  expect(await grown('northlight_mails_withheld_total')).toBe(2);
  expect(sumSamples(await read(), 'northlight_mails_waiting', { class: 'receipt' })).toBe(0);
});
