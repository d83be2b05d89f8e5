import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openPaymentProvider } from '../../platform/payment-provider/open-payment-provider.ts';
import { requestCheckout } from '../../testing/purchases/purchases.ts';
import { aCheckoutEvent, sendStripeEvent } from '../../testing/purchases/stripe-events.ts';
import { StripeStub, type StubSession, toStripeEnv } from '../../testing/purchases/stripe-stub.ts';
import { buildTestApp, type TestApp, testAppSecret } from '../../testing/test-app.ts';
import { reconcilePurchases } from './reconcile-purchases.ts';

const stub = new StripeStub();
const failures: string[] = [];
let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp({ env: toStripeEnv(await stub.listen()) });
});
afterEach(async () => {
  stub.behavior = 'normal';
  failures.length = 0;
  await t.db.query('DELETE FROM purchases');
});
afterAll(async () => {
  await t.close();
  await stub.close();
});

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
const reconcile = (now: Date) =>
  reconcilePurchases(
    {
      db: t.db,
      payments: openPaymentProvider(t.config, testAppSecret).payments,
      ...t.server.mails,
      agency: t.server.agency,
      portals: t.server.domains,
      onFailure: (_error, paymentId) => failures.push(paymentId),
    },
    now,
  );

async function aSession(): Promise<{ id: string; session: StubSession; end: () => Promise<object> }> {
  const customerEmail = `${randomUUID()}@buyer.example`;
  await requestCheckout(t.app, { customerEmail });
  const [row] = (
    await t.db.query<{ id: string }>('SELECT id FROM purchases WHERE customer_email = $1', [customerEmail])
  ).rows;
  if (!row) throw new Error('the purchase was not stored');
  const { id } = row;
  const end = async () => {
    const sql = `SELECT state, (SELECT count(*) FROM mails WHERE recipient = customer_email) AS receipts
                 FROM purchases WHERE id = $1`;
    return (await t.db.query(sql, [id])).rows[0] ?? {};
  };
  return { id, session: stub.requireSession(id), end };
}

test.each([
  ['paid', { status: 'complete', payment_status: 'paid' }, { state: 'paid', receipts: 1 }],
  ['expired', { status: 'expired' }, { state: 'expired', receipts: 0 }],
  ['open', {}, { state: 'pending', receipts: 0 }],
  [
    'with the bank',
    { status: 'complete', payment_intent: { id: 'pi_1', status: 'processing' } },
    { state: 'pending', receipts: 0 },
  ],
  [
    'refused by the bank',
    { status: 'complete', payment_intent: { id: 'pi_1', status: 'requires_payment_method' } },
    { state: 'failed', receipts: 0 },
  ],
] as const)('a checkout without events is looked up at Stripe: %s', async (_what, change, expected) => {
  const { session, end } = await aSession();
  Object.assign(session, change);
  await reconcile(inHours(2));
  expect(await end()).toEqual(expected);
  await reconcile(inHours(3));
  expect(await end()).toEqual(expected);
});

test('an event that arrives afterwards changes nothing', async () => {
  const { id, session, end } = await aSession();
  Object.assign(session, {
    status: 'complete',
    payment_status: 'paid',
    payment_intent: { id: 'pi_9', status: 'succeeded' },
  });
  await reconcile(inHours(2));
  const subject = {
    paymentId: id,
    sessionId: session.id,
    intent: 'pi_9',
    amount: 100_000,
    currency: 'usd',
    priceId: 'price_chatbots',
  };
  expect((await sendStripeEvent(t.app, aCheckoutEvent('completed', subject))).statusCode).toBe(200);
  expect(await end()).toEqual({ state: 'paid', receipts: 1 });
});

test('a recent checkout is not looked up', async () => {
  const { session, end } = await aSession();
  Object.assign(session, { status: 'complete', payment_status: 'paid' });
  await reconcile(new Date());
  expect(await end()).toEqual({ state: 'pending', receipts: 0 });
});

test('a purchase whose checkout was never created expires after a day, unless it was paid', async () => {
  const customerEmail = `${randomUUID()}@buyer.example`;
  stub.behavior = 'disconnecting';
  await requestCheckout(t.app, { customerEmail });
  const rowOf = async () =>
    (
      await t.db.query('SELECT id, state, session_id FROM purchases WHERE customer_email = $1', [
        customerEmail,
      ])
    ).rows[0];
  await reconcile(inHours(5));
  expect(await rowOf()).toMatchObject({ state: 'pending' });
  await reconcile(inHours(25));
  const row = await rowOf();
  expect(row).toMatchObject({ state: 'expired', session_id: null });
  const subject = {
    paymentId: String(row?.id),
    sessionId: 'cs_test_late',
    intent: 'pi_late',
    amount: 100_000,
    currency: 'usd',
    priceId: 'price_chatbots',
  };
  await sendStripeEvent(t.app, aCheckoutEvent('completed', subject));
  expect(await rowOf()).toMatchObject({ state: 'paid', session_id: 'cs_test_late' });
});

test('while Stripe is down nothing changes, and the rest is looked up later', async () => {
  const one = await aSession();
  const two = await aSession();
  Object.assign(two.session, { status: 'complete', payment_status: 'paid' });
  stub.behavior = { status: 503, times: 3 };
  await reconcile(inHours(2));
  expect(failures).toEqual([one.id]);
  expect(await one.end()).toMatchObject({ state: 'pending' });
  expect(await two.end()).toMatchObject({ state: 'paid' });
});
