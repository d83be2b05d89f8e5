import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  aCheckoutEvent,
  aDisputeEvent,
  aRefundEvent,
  type StripeEvent,
  type StripePurchase,
  sendStripeEvent,
} from '../../testing/purchases/stripe-events.ts';
import { openStripeFixture, type StripeFixture } from '../../testing/purchases/stripe-fixture.ts';

let stripe: StripeFixture;
let subject: StripePurchase;
beforeAll(async () => {
  stripe = await openStripeFixture();
});
beforeEach(async () => {
  subject = await stripe.aPendingPurchase();
});
afterAll(() => stripe.close());

const completed = (given: object = {}) => aCheckoutEvent('completed', subject, given);
const unpaid = () => completed({ payment_status: 'unpaid' });

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
    { state: 'pending', problem: '100000 JPY was paid, 1000.00 USD was asked.' },
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

test.each(ways)('a purchase: %s', async (_what, toEvents, end) => {
  await stripe.send(...toEvents());
  expect(await stripe.findOutcome(subject)).toMatchObject(end);
});

test('the state of a purchase is the same in any order of events, and with repeated ones', async () => {
  const way = fc.nat({ max: ways.length - 1 });
  const order = fc.array(fc.nat({ max: 1_000 }), { minLength: 6, maxLength: 6 });
  const repeats = fc.array(fc.nat({ max: 5 }), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(way, order, repeats, async (index, keys, again) => {
      subject = await stripe.aPendingPurchase();
      const [, toEvents, end] = ways[index] ?? [];
      const events = toEvents?.() ?? [];
      const shuffled = events
        .map((event, at) => ({ event, key: keys[at] ?? 0 }))
        .sort((a, b) => a.key - b.key);
      await stripe.send(...shuffled.map(({ event }) => event));
      await stripe.send(...again.flatMap((at) => events[at] ?? []));
      expect(await stripe.findOutcome(subject)).toMatchObject(end ?? {});
    }),
    { numRuns: 60 },
  );
});

test('the state of a purchase is the same if all events arrive at once', async () => {
  const events = [completed(), aRefundEvent(subject, 25_000), aRefundEvent(subject, 100_000), unpaid()];
  const answers = await Promise.all(
    [...events, ...events].map((event) => sendStripeEvent(stripe.t.app, event)),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
  expect(await stripe.findOutcome(subject)).toMatchObject({
    state: 'refunded',
    refunded_amount: 100_000,
    receipts: 1,
  });
});
