import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { apiPaths } from '../../../contract/paths.ts';
import { askForCheckout } from '../../testing/purchases.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import {
  aDispute,
  anEvent,
  aRefund,
  aSessionEvent,
  type StripeEvent,
  type Subject,
  sendEvent,
} from '../../testing/stripe-events.ts';
import { liveStripeKey, StripeStub, toStripeEnv } from '../../testing/stripe-stub.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

const stub = new StripeStub();
let t: TestApp;
let stubUrl: string;
let subject: Subject;
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

/** A checkout made at Stripe and not paid yet, of a customer of its own. */
async function aPendingPayment(): Promise<Subject> {
  const customerEmail = `${randomUUID()}@buyer.example`;
  await askForCheckout(t.app, { customerEmail });
  const found = await t.db.pool.query('SELECT id, session_id FROM purchases WHERE customer_email = $1', [
    customerEmail,
  ]);
  const [{ id, session_id }] = found.rows;
  return {
    paymentId: id,
    sessionId: session_id,
    intent: `pi_${id}`,
    amount: 100_000,
    currency: 'usd',
    priceId: 'price_chatbots',
  };
}

async function ended({ paymentId }: Subject = subject) {
  const { rows } = await t.db.pool.query(
    `SELECT state, refunded_amount, problem, payment_intent, paid_at IS NOT NULL AS was_paid,
       (SELECT count(*) FROM mails WHERE recipient = customer_email) AS receipts
     FROM purchases WHERE id = $1`,
    [paymentId],
  );
  return rows[0];
}

async function send(...events: StripeEvent[]): Promise<void> {
  for (const event of events) {
    const answer = await sendEvent(t.app, event);
    expect(answer.statusCode, answer.body).toBe(200);
  }
}

const completed = (given: object = {}) => aSessionEvent('completed', subject, given);
const unpaid = () => completed({ payment_status: 'unpaid' });
const countEvents = async () =>
  (await t.db.pool.query('SELECT count(*) AS n FROM purchase_events')).rows[0].n;

describe('the state of a payment', () => {
  const ways: [what: string, events: () => StripeEvent[], end: object][] = [
    ['completed', () => [completed()], { state: 'paid', was_paid: true, receipts: 1 }],
    ['completed while the bank thinks', () => [unpaid()], { state: 'pending', receipts: 0 }],
    [
      'completed, then the bank agrees',
      () => [unpaid(), aSessionEvent('async_payment_succeeded', subject)],
      { state: 'paid', receipts: 1 },
    ],
    [
      'completed, then the bank refuses',
      () => [unpaid(), aSessionEvent('async_payment_failed', subject)],
      { state: 'failed', receipts: 0 },
    ],
    [
      'completed, and called expired late',
      () => [completed(), aSessionEvent('expired', subject)],
      { state: 'paid', receipts: 1 },
    ],
    ['expired', () => [aSessionEvent('expired', subject)], { state: 'expired', receipts: 0 }],
    [
      'refunded in part',
      () => [completed(), aRefund(subject, 25_000)],
      { state: 'paid', refunded_amount: 25_000 },
    ],
    [
      'refunded in two parts',
      () => [completed(), aRefund(subject, 25_000), aRefund(subject, 100_000)],
      { state: 'refunded', refunded_amount: 100_000, was_paid: true },
    ],
    [
      'disputed',
      () => [completed(), aDispute(subject, 'created', 'needs_response')],
      { state: 'disputed', was_paid: true },
    ],
    [
      'disputed and won',
      () => [completed(), aDispute(subject, 'created', 'needs_response'), aDispute(subject, 'closed', 'won')],
      { state: 'paid' },
    ],
    [
      'disputed and lost',
      () => [
        completed(),
        aDispute(subject, 'created', 'needs_response'),
        aDispute(subject, 'closed', 'lost'),
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
      () => [completed({ amount_total: 100 }), aRefund({ ...subject, amount: 100 }, 100)],
      { state: 'refunded', problem: null },
    ],
  ];

  test.each(ways)('%s', async (_what, toEvents, end) => {
    await send(...toEvents());
    expect(await ended()).toMatchObject(end);
  });

  test('is the same in whatever order the events come, and however often', async () => {
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

  test('is the same when all events come at once', async () => {
    const events = [completed(), aRefund(subject, 25_000), aRefund(subject, 100_000), unpaid()];
    const answers = await Promise.all([...events, ...events].map((event) => sendEvent(t.app, event)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    expect(await ended()).toMatchObject({ state: 'refunded', refunded_amount: 100_000, receipts: 1 });
  });
});

test('a paid order mails a receipt to the customer and a notice to the agency, each with its own budget', async () => {
  // With a live key: everything paid with a test key is a test order.
  const env = { ...toStripeEnv(stubUrl), STRIPE_SECRET_KEY: liveStripeKey };
  const live = await buildTestApp({ env });
  try {
    const customerEmail = `${randomUUID()}@buyer.example`;
    await askForCheckout(live.app, { customerEmail });
    const found = await live.db.pool.query('SELECT id, session_id FROM purchases');
    const [{ id: paymentId, session_id: sessionId }] = found.rows;
    const event = aSessionEvent('completed', { ...subject, paymentId, sessionId }, { livemode: true });
    expect((await sendEvent(live.app, { ...event, livemode: true })).statusCode).toBe(200);
    const mails = await live.db.pool.query('SELECT recipient, class FROM mails ORDER BY class');
    expect(mails.rows).toEqual([
      { recipient: 'hello@northlight.example', class: 'order-notice' },
      { recipient: customerEmail, class: 'receipt' },
    ]);
  } finally {
    await live.close();
  }
});

test('an event that arrives again changes nothing', async () => {
  const event = completed();
  await send(event);
  const before = { ...(await ended()), events: await countEvents() };
  await send(event, event);
  expect({ ...(await ended()), events: await countEvents() }).toEqual(before);
});

test('an event finds its payment when the answer with the session’s id was lost', async () => {
  await t.db.pool.query('UPDATE purchases SET session_id = NULL, checkout_url = NULL WHERE id = $1', [
    subject.paymentId,
  ]);
  await send(completed());
  expect(await ended()).toMatchObject({ state: 'paid', receipts: 1 });
});

describe('somebody else’s objects', () => {
  test('are answered and kept aside', async () => {
    const foreign = {
      ...subject,
      paymentId: randomUUID(),
      sessionId: 'cs_test_foreign',
      intent: 'pi_foreign',
    };
    const before = await countEvents();
    await send(
      aSessionEvent('completed', foreign),
      aRefund(foreign, 100),
      aDispute(foreign, 'created', 'lost'),
    );
    await send(anEvent('customer.created', { id: 'cus_1' }), anEvent('payout.paid', {}));
    expect(await countEvents()).toBe(before + 3);
    expect(await ended()).toMatchObject({ state: 'pending' });
  });

  test('do not become ours by a reference anybody can put into a link', async () => {
    const link = { ...subject, sessionId: 'cs_test_link', intent: 'pi_link' };
    await send(aSessionEvent('completed', link, { metadata: {} }));
    expect(await ended()).toMatchObject({ state: 'pending', was_paid: false });
  });

  test('with ids that are none hurt nothing', async () => {
    for (const paymentId of ["' OR 1=1", '', '\u0001', 'x'.repeat(300)]) {
      await send(
        aSessionEvent('completed', { ...subject, paymentId, sessionId: 'cs_test_odd', intent: 'pi_odd' }),
      );
    }
    expect(await ended()).toMatchObject({ state: 'pending' });
  });
});

describe('what is refused, and changes nothing', () => {
  const now = Math.floor(Date.now() / 1000);
  const refused: [what: string, sending: Parameters<typeof sendEvent>[2]][] = [
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
    expectError(await sendEvent(t.app, completed(), sending), 400, 'invalid-signature');
    expect(await countEvents()).toBe(before);
    expect(await ended()).toMatchObject({ state: 'pending' });
  });

  test('its legal twins: four minutes ago, and four ahead', async () => {
    for (const timestamp of [now - 240, now + 240]) {
      expect((await sendEvent(t.app, completed(), { timestamp })).statusCode).toBe(200);
    }
    expect(await ended()).toMatchObject({ state: 'paid', receipts: 1 });
  });

  test('an event of the live mode where the key is of the test mode', async () => {
    const live = { ...completed(), livemode: true };
    expectError(await sendEvent(t.app, live), 400, 'invalid-request');
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
  ])('what is signed and no event: %j', async (body) => {
    expect((await sendEvent(t.app, body)).statusCode).toBe(400);
  });

  test('a body over 256 kB, and not one just below', async () => {
    const big = (size: number) => anEvent('payout.paid', { filler: 'x'.repeat(size) });
    expectError(await sendEvent(t.app, big(256 * 1024)), 413, 'body-too-large');
    expect((await sendEvent(t.app, big(250 * 1024))).statusCode).toBe(200);
  });

  test('an event that claims to be one of the test checkout', async () => {
    const answer = await t.app.inject({ method: 'POST', url: apiPaths.stripeWebhook, payload: completed() });
    expectError(answer, 400, 'invalid-signature');
  });
});
