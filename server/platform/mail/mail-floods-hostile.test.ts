import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { apiPaths } from '../../../contract/paths.ts';
import { queuePurchaseMails } from '../../features/purchases/purchase-mails.ts';
import type { PurchaseRow } from '../../features/purchases/purchases.queries.ts';
import {
  aNewSession,
  anAccount,
  anEmail,
  anIpAddress,
  aStrongPassword,
  callInBatches,
  send,
} from '../../testing/accounts/accounts.ts';
import { countMailsByState } from '../../testing/mail/count-mails-by-state.ts';
import {
  type MailHarness,
  openMailHarness,
  type TestDb,
  toBudgets,
} from '../../testing/mail/mail-harness.ts';
import { findMail, toLinkToken } from '../../testing/mail/sent-mails.ts';
import { messageForms } from '../../testing/message-forms.ts';
import { anOpenCheckout } from '../../testing/purchases/purchases.ts';
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
    await expect.poll(() => countMailsByState(t.db, 'acknowledgement')).toEqual({ sent: 100, waiting: 10 });
    await useUp('sign-up', 500);
    await useUp('notice', 100);
    const customer = anEmail();
    await payOrder(customer);
    await expect.poll(() => settled(customer)).toBe('sent');
    await expect.poll(() => settled('agency@example.com')).toBe('sent');
    expect(await countMailsByState(t.db, 'acknowledgement')).toEqual({ sent: 100, waiting: 10 });
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
    await expect.poll(() => countMailsByState(t.db, 'account')).toEqual({ sent: 1 });
    await useUp('account', 99);
    await ask(owner.cookie);
    await expect.poll(() => countMailsByState(t.db, 'owner-link')).toEqual({ sent: 1 });
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
    const { mails, agency } = t.server;
    const deps = { ...mails, agency, contactTo: () => 'agency@example.com' };
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
