import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { apiPaths } from '../../../contract/paths.ts';
import { requestCheckout } from '../../testing/purchases.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import {
  aCheckoutEvent,
  aDisputeEvent,
  aRefundEvent,
  aStripeEvent,
  type StripeEvent,
  type StripePurchase,
  sendStripeEvent,
} from '../../testing/stripe-events.ts';
import { liveStripeKey, StripeStub, toStripeEnv } from '../../testing/stripe-stub.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

const stub = new StripeStub();
let t: TestApp;
let stubUrl: string;
let subject: StripePurchase;
beforeAll(async () => {
  stubUrl = await stub.listen();
  t = await buildTestApp({ env: toStripeEnv(stubUrl) });
});
beforeEach(async () => {
  subject = await aPendingPayment();
});
afterAll(async () => {
  await t.close();
  await stub.close();
});

/** Creates a checkout at Stripe that is not paid yet. */
async function aPendingPayment(): Promise<StripePurchase> {
  const customerEmail = `${randomUUID()}@buyer.example`;
  await requestCheckout(t.app, { customerEmail });
  const found = await t.db.query('SELECT id, session_id FROM purchases WHERE customer_email = $1', [
    customerEmail,
  ]);
  const { id, session_id } = found.rows[0] ?? {};
  return {
    paymentId: id,
    sessionId: session_id,
    intent: `pi_${id}`,
    amount: 100_000,
    currency: 'usd',
    priceId: 'price_chatbots',
  };
}

async function ended({ paymentId }: StripePurchase = subject) {
  const { rows } = await t.db.query(
    `SELECT state, refunded_amount, problem, payment_intent, paid_at IS NOT NULL AS was_paid,
       (SELECT count(*) FROM mails WHERE recipient = customer_email) AS receipts
     FROM purchases WHERE id = $1`,
    [paymentId],
  );
  return rows[0];
}

async function send(...events: StripeEvent[]): Promise<void> {
  for (const event of events) {
    const answer = await sendStripeEvent(t.app, event);
    expect(answer.statusCode, answer.body).toBe(200);
  }
}

const completed = (given: object = {}) => aCheckoutEvent('completed', subject, given);
const unpaid = () => completed({ payment_status: 'unpaid' });
const countEvents = async () => (await t.db.query('SELECT count(*) AS n FROM purchase_events')).rows[0]?.n;

describe('the state of a purchase', () => {
  const ways: [what: string, events: () => StripeEvent[], end: object][] = [
    ['completed', () => [completed()], { state: 'paid', was_paid: true, receipts: 1 }],
    ['completed while the bank thinks', () => [unpaid()], { state: 'pending', receipts: 0 }],
    [
      'completed, then the bank agrees',
      () => [unpaid(), aCheckoutEvent('async_payment_succeeded', subject)],
      { state: 'paid', receipts: 1 },
    ],
    [
      'completed, then the bank refuses',
      () => [unpaid(), aCheckoutEvent('async_payment_failed', subject)],
      { state: 'failed', receipts: 0 },
    ],
    [
      'completed, and called expired late',
      () => [completed(), aCheckoutEvent('expired', subject)],
      { state: 'paid', receipts: 1 },
    ],
    ['expired', () => [aCheckoutEvent('expired', subject)], { state: 'expired', receipts: 0 }],
    [
      'refunded in part',
      () => [completed(), aRefundEvent(subject, 25_000)],
      { state: 'paid', refunded_amount: 25_000 },
    ],
    [
      'refunded in two parts',
      () => [completed(), aRefundEvent(subject, 25_000), aRefundEvent(subject, 100_000)],
      { state: 'refunded', refunded_amount: 100_000, was_paid: true },
    ],
    [
      'disputed',
      () => [completed(), aDisputeEvent(subject, 'created', 'needs_response')],
      { state: 'disputed', was_paid: true },
    ],
    [
      'disputed and won',
      () => [
        completed(),
        aDisputeEvent(subject, 'created', 'needs_response'),
        aDisputeEvent(subject, 'closed', 'won'),
      ],
      { state: 'paid' },
    ],
    [
      'disputed and lost',
      () => [
        completed(),
        aDisputeEvent(subject, 'created', 'needs_response'),
        aDisputeEvent(subject, 'closed', 'lost'),
      ],
      { state: 'disputed' },
    ],
    [
      'paid too little',
      () => [completed({ amount_total: 100 })],
      {
        state: 'pending',
        problem: '1.00 USD was paid, 1000.00 USD was asked.',
        was_paid: false,
        receipts: 0,
      },
    ],
    [
      'paid in another currency',
      () => [completed({ currency: 'jpy' })],
      { state: 'pending', problem: '1000.00 JPY was paid, 1000.00 USD was asked.' },
    ],
    [
      'paid for something else',
      () => [completed({ metadata: { payment_id: subject.paymentId, price_id: 'price_design' } })],
      { state: 'pending', problem: 'It was paid for price_design, not price_chatbots.' },
    ],
    [
      'paid too little and given back',
      () => [completed({ amount_total: 100 }), aRefundEvent({ ...subject, amount: 100 }, 100)],
      { state: 'refunded', problem: null },
    ],
  ];

  test.each(ways)('%s', async (_what, toEvents, end) => {
    await send(...toEvents());
    expect(await ended()).toMatchObject(end);
  });

  test('is the same in any order of events, and with repeated ones', async () => {
    const way = fc.nat({ max: ways.length - 1 });
    const order = fc.array(fc.nat({ max: 1_000 }), { minLength: 6, maxLength: 6 });
    const repeats = fc.array(fc.nat({ max: 5 }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(way, order, repeats, async (index, keys, again) => {
        subject = await aPendingPayment();
        const [, toEvents, end] = ways[index] ?? [];
        const events = toEvents?.() ?? [];
        const shuffled = events
          .map((event, at) => ({ event, key: keys[at] ?? 0 }))
          .sort((a, b) => a.key - b.key);
        await send(...shuffled.map(({ event }) => event));
        await send(...again.flatMap((at) => events[at] ?? []));
        expect(await ended()).toMatchObject(end ?? {});
      }),
      { numRuns: 60 },
    );
  });

  test('is the same if all events arrive at once', async () => {
    const events = [completed(), aRefundEvent(subject, 25_000), aRefundEvent(subject, 100_000), unpaid()];
    const answers = await Promise.all([...events, ...events].map((event) => sendStripeEvent(t.app, event)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    expect(await ended()).toMatchObject({ state: 'refunded', refunded_amount: 100_000, receipts: 1 });
  });
});

test('a paid purchase mails a receipt to the customer and a notice to the agency, each with a separate budget', async () => {
  // With a live key: everything paid with a test key is a test order.
  const env = { ...toStripeEnv(stubUrl), STRIPE_SECRET_KEY: liveStripeKey };
  const live = await buildTestApp({ env });
  try {
    const customerEmail = `${randomUUID()}@buyer.example`;
    await requestCheckout(live.app, { customerEmail });
    const found = await live.db.query('SELECT id, session_id FROM purchases');
    const { id: paymentId, session_id: sessionId } = found.rows[0] ?? {};
    const event = aCheckoutEvent('completed', { ...subject, paymentId, sessionId }, { livemode: true });
    expect((await sendStripeEvent(live.app, { ...event, livemode: true })).statusCode).toBe(200);
    const mails = await live.db.query('SELECT recipient, class FROM mails ORDER BY class');
    expect(mails.rows).toEqual([
      { recipient: 'hello@northlight.example', class: 'order-notice' },
      { recipient: customerEmail, class: 'receipt' },
    ]);
  } finally {
    await live.close();
  }
});

test('a repeated event changes nothing', async () => {
  const event = completed();
  await send(event);
  const before = { ...(await ended()), events: await countEvents() };
  await send(event, event);
  expect({ ...(await ended()), events: await countEvents() }).toEqual(before);
});

test('an event finds its purchase even if the response with the session’s id was lost', async () => {
  await t.db.query('UPDATE purchases SET session_id = NULL, checkout_url = NULL WHERE id = $1', [
    subject.paymentId,
  ]);
  await send(completed());
  expect(await ended()).toMatchObject({ state: 'paid', receipts: 1 });
});

describe('events of foreign objects', () => {
  test('are acknowledged and stored separately', async () => {
    const foreign = {
      ...subject,
      paymentId: randomUUID(),
      sessionId: 'cs_test_foreign',
      intent: 'pi_foreign',
    };
    const before = await countEvents();
    await send(
      aCheckoutEvent('completed', foreign),
      aRefundEvent(foreign, 100),
      aDisputeEvent(foreign, 'created', 'lost'),
    );
    await send(aStripeEvent('customer.created', { id: 'cus_1' }), aStripeEvent('payout.paid', {}));
    expect(await countEvents()).toBe(before + 3);
    expect(await ended()).toMatchObject({ state: 'pending' });
  });

  test('are not assigned by a reference that anybody can put into a link', async () => {
    const link = { ...subject, sessionId: 'cs_test_link', intent: 'pi_link' };
    await send(aCheckoutEvent('completed', link, { metadata: {} }));
    expect(await ended()).toMatchObject({ state: 'pending', was_paid: false });
  });

  test('with invalid ids do no harm', async () => {
    for (const paymentId of ["' OR 1=1", '', '\u0001', 'x'.repeat(300)]) {
      await send(
        aCheckoutEvent('completed', { ...subject, paymentId, sessionId: 'cs_test_odd', intent: 'pi_odd' }),
      );
    }
    expect(await ended()).toMatchObject({ state: 'pending' });
  });
});

describe('rejected events change nothing', () => {
  const now = Math.floor(Date.now() / 1000);
  const refused: [what: string, sending: Parameters<typeof sendStripeEvent>[2]][] = [
    ['no signature', { signature: undefined }],
    ['an empty signature', { signature: '' }],
    ['a made-up signature', { signature: `t=${now},v1=${'0'.repeat(64)}` }],
    ['a signature of another scheme', { signature: `t=${now},v0=${'0'.repeat(64)}` }],
    ['a signature by another secret', { secret: 'whsec_of_somebody_else_entirely' }],
    ['a signature by an empty secret', { secret: ' ' }],
    ['a signature of six minutes ago', { timestamp: now - 360 }],
    ['a signature of six minutes ahead', { timestamp: now + 360 }],
    ['a signature without a time', { signature: `v1=${'0'.repeat(64)}` }],
    ['two times in one signature', { signature: `t=${now},t=${now},v1=${'0'.repeat(64)}` }],
    ['a body changed on the way', { body: '{"id":"evt_1","object":"event"}' }],
    ['no body', { body: '' }],
  ];
  test.each(refused)('%s', async (_what, sending) => {
    const before = await countEvents();
    expectError(await sendStripeEvent(t.app, completed(), sending), 400, 'invalid-signature');
    expect(await countEvents()).toBe(before);
    expect(await ended()).toMatchObject({ state: 'pending' });
  });

  test('events signed four minutes ago or ahead are accepted', async () => {
    for (const timestamp of [now - 240, now + 240]) {
      expect((await sendStripeEvent(t.app, completed(), { timestamp })).statusCode).toBe(200);
    }
    expect(await ended()).toMatchObject({ state: 'paid', receipts: 1 });
  });

  test('a live event is rejected with a test key', async () => {
    const live = { ...completed(), livemode: true };
    expectError(await sendStripeEvent(t.app, live), 400, 'invalid-request');
    expect(await ended()).toMatchObject({ state: 'pending' });
  });

  test.each([
    {},
    { object: 'event' },
    {
      id: 'evt_1',
      object: 'event',
      type: 'charge.refunded',
      created: 1,
      livemode: false,
      data: { object: null },
    },
    { id: 'evt_1', object: 'event', type: '__proto__', created: -1, livemode: false, data: { object: {} } },
    { object: 'v2.core.event', id: 'evt_1' },
  ])('a signed body that is not an event is rejected: %j', async (body) => {
    expect((await sendStripeEvent(t.app, body)).statusCode).toBe(400);
  });

  test('a body over 256 kB is rejected, one below is not', async () => {
    const big = (size: number) => aStripeEvent('payout.paid', { filler: 'x'.repeat(size) });
    expectError(await sendStripeEvent(t.app, big(256 * 1024)), 413, 'body-too-large');
    expect((await sendStripeEvent(t.app, big(250 * 1024))).statusCode).toBe(200);
  });

  test('an event that claims to be from the test checkout is rejected', async () => {
    const answer = await t.app.inject({ method: 'POST', url: apiPaths.stripeWebhook, payload: completed() });
    expectError(answer, 400, 'invalid-signature');
  });
});
