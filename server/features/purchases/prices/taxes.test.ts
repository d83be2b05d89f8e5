import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { apiPaths } from '../../../../contract/paths.ts';
import { purchaseList, purchaseStatus } from '../../../../contract/public/purchases.ts';
import { openPaymentProvider } from '../../../platform/payment-provider/open-payment-provider.ts';
import { anAdminCookie } from '../../../testing/accounts/accounts.ts';
import { changeSettings } from '../../../testing/change-settings.ts';
import { findMail } from '../../../testing/mail/sent-mails.ts';
import { requestCheckout } from '../../../testing/purchases/purchases.ts';
import {
  aCheckoutEvent,
  aRefundEvent,
  type StripePurchase,
  sendStripeEvent,
} from '../../../testing/purchases/stripe-events.ts';
import { liveStripeKey, StripeStub, toStripeEnv } from '../../../testing/purchases/stripe-stub.ts';
import { buildTestApp, type TestApp, testAppSecret } from '../../../testing/test-app.ts';
import { reconcilePurchases } from '../reconcile-purchases.ts';

const stub = new StripeStub();
let t: TestApp;
let cookie: string;
let customerEmail: string;
let sale: StripePurchase;
beforeAll(async () => {
  // With a live key: everything paid with a test key is a test order.
  t = await buildTestApp({ env: { ...toStripeEnv(await stub.listen()), STRIPE_SECRET_KEY: liveStripeKey } });
  cookie = await anAdminCookie(t);
  await changeSettings(t, { payments: { addsTax: true } });
});
beforeEach(async () => {
  await t.db.query('DELETE FROM purchases');
  customerEmail = `${randomUUID()}@buyer.example`;
  await requestCheckout(t.app, { customerEmail, currency: 'gbp' });
  const [row] = (await t.db.query('SELECT id, session_id FROM purchases')).rows;
  sale = {
    paymentId: String(row?.id),
    sessionId: String(row?.session_id),
    intent: `pi_${row?.id}`,
    amount: 79_000,
    tax: 15_800,
    currency: 'gbp',
    priceId: 'price_chatbots',
  };
});
afterAll(async () => {
  await t.close();
  await stub.close();
});

const send = async (...events: ReturnType<typeof aCheckoutEvent>[]) => {
  for (const event of events) {
    expect((await sendStripeEvent(t.app, { ...event, livemode: true })).statusCode).toBe(200);
  }
};
const paid = (given: object = {}) => aCheckoutEvent('completed', sale, { livemode: true, ...given });
const status = async () =>
  purchaseStatus.parse(
    (await t.app.inject(`${apiPaths.purchaseStatus}?session_id=${sale.sessionId}`)).json(),
  );
const ask = (url: string) => t.app.inject({ url, headers: { cookie } });
const list = async () => purchaseList.parse((await ask(apiPaths.purchases)).json());
const problem = async () => (await t.db.query('SELECT problem, tax_amount FROM purchases')).rows[0];

test('the tax that Stripe added is stored, and shown with the price everywhere', async () => {
  expect(await status()).toMatchObject({ state: 'pending', amount: 79_000, taxAmount: 0 });
  await send(paid());
  expect(await status()).toMatchObject({ state: 'paid', amount: 79_000, taxAmount: 15_800 });
  const { orders, totals } = await list();
  expect(orders).toMatchObject([{ state: 'paid', amount: 79_000, taxAmount: 15_800, problem: null }]);
  expect(totals).toEqual([{ currency: 'gbp', amount: 94_800, taxAmount: 15_800, count: 1 }]);
  const file = await ask(apiPaths.purchasesFile);
  expect(file.body).toContain('"Company","Tax","Total"');
  expect(file.body).toMatch(/"GBP","790\.00","0\.00",.*,"158\.00","948\.00"/);
});

test('receipt and notice show price, tax and what was paid', async () => {
  await send(paid());
  const receipt = await findMail(t, customerEmail, /^Your receipt: AI Chatbots$/);
  for (const part of ['£790.00', '£158.00', '£948.00 GBP', 'your payment of £948.00', '/book-demo'])
    expect(receipt.text).toContain(part);
  expect(receipt.text).not.toMatch(/test/i);
  await findMail(t, t.server.mails.contactTo(), /^New order: AI Chatbots, £948\.00$/);
});

test('a payment whose event was missed has its tax, too', async () => {
  const session = stub.completeWithTax(sale.paymentId, 20);
  Object.assign(session, { livemode: true });
  await reconcilePurchases(
    {
      db: t.db,
      payments: openPaymentProvider(t.config, testAppSecret).payments,
      ...t.server.mails,
      portals: t.server.domains,
      agency: t.server.agency,
      onFailure: (error) => {
        throw error;
      },
    },
    new Date(Date.now() + 2 * 3_600_000),
  );
  expect(await status()).toMatchObject({ state: 'paid', amount: 79_000, taxAmount: 15_800 });
});

test('taxes that are switched off after the checkout was opened are still counted', async () => {
  await changeSettings(t, {});
  await send(paid());
  expect(await status()).toMatchObject({ state: 'paid', taxAmount: 15_800 });
  await changeSettings(t, { payments: { addsTax: true } });
});

test('a payment on which no tax was due is paid without tax', async () => {
  sale.tax = 0;
  await send(paid());
  expect(await status()).toMatchObject({ state: 'paid', amount: 79_000, taxAmount: 0 });
});

describe('refunds', () => {
  test('of the price without its tax leave the purchase paid', async () => {
    await send(paid(), aRefundEvent(sale, 79_000));
    expect(await status()).toMatchObject({ state: 'paid' });
    expect(await list()).toMatchObject({
      orders: [{ refundedAmount: 79_000 }],
      totals: [{ amount: 15_800, taxAmount: 15_800 }],
    });
  });

  test('of price and tax refund the purchase, in any order of events', async () => {
    await send(aRefundEvent(sale, 94_800), aRefundEvent(sale, 10_000), paid());
    expect(await status()).toMatchObject({ state: 'refunded', taxAmount: 15_800 });
    expect(await list()).toMatchObject({ orders: [{ refundedAmount: 94_800 }], totals: [] });
  });
});

describe('a total that is not price and tax needs a look', () => {
  const details = (amount_tax: number) => ({ amount_discount: 0, amount_shipping: 0, amount_tax });
  test.each([
    ['a tax that is part of the price', { amount_total: 79_000, total_details: details(13_167) }, null],
    ['a total without the tax it names', { amount_total: 90_000, total_details: details(15_800) }],
    ['more than price and tax', { amount_total: 100_000 }],
    ['a discount', { amount_total: 84_800 }],
    ['another price', { amount_subtotal: 70_000, amount_total: 85_800 }],
    ['another price with the right total', { amount_subtotal: 63_200, amount_total: 79_000 }],
    ['a negative tax', { amount_total: 63_200, total_details: details(-15_800) }],
    ['no sum', { amount_subtotal: null, amount_total: 94_800 }],
    ['no total', { amount_total: null }],
    ['no details', { total_details: null }],
  ])('%s', async (_what, given, expected: object | null = { problem: expect.stringMatching(/asked\.$/) }) => {
    await send(paid(given));
    if (expected === null) {
      expect(await status()).toMatchObject({ state: 'paid', taxAmount: 0 });
      return;
    }
    expect(await status()).toMatchObject({ state: 'pending', taxAmount: 0 });
    expect(await problem()).toMatchObject({ ...expected, tax_amount: 0 });
  });

  test('and names the tax', async () => {
    await send(paid({ amount_subtotal: 70_000, amount_total: 85_800 }));
    expect(await problem()).toMatchObject({
      problem: '858.00 GBP was paid with 158.00 GBP of tax, 790.00 GBP was asked.',
    });
  });
});

test('events that an earlier release stored without tax still count', async () => {
  await send(paid({ payment_status: 'unpaid' }));
  sale.tax = 0;
  await t.db.query(
    `UPDATE purchase_events SET detail = jsonb_set(detail - 'subtotal' - 'tax', '{outcome}', '"paid"')
     || '{"amount": 79000}'`,
  );
  await send(aRefundEvent(sale, 100));
  expect(await status()).toMatchObject({ state: 'paid', amount: 79_000, taxAmount: 0 });
});
