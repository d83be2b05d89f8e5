import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { apiPaths } from '../../../contract/paths.ts';
import { requestCheckout } from '../../testing/purchases/purchases.ts';
import {
  aCheckoutEvent,
  aDisputeEvent,
  aRefundEvent,
  aStripeEvent,
  type StripePurchase,
  sendStripeEvent,
} from '../../testing/purchases/stripe-events.ts';
import { openStripeFixture, type StripeFixture } from '../../testing/purchases/stripe-fixture.ts';
import { liveStripeKey, toStripeEnv } from '../../testing/purchases/stripe-stub.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { buildTestApp } from '../../testing/test-app.ts';

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

test('a paid purchase mails a receipt to the customer and a notice to the agency, each with a separate budget', async () => {
  // With a live key: everything paid with a test key is a test order.
  const env = { ...toStripeEnv(stripe.stubUrl), STRIPE_SECRET_KEY: liveStripeKey };
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
  await stripe.send(event);
  const before = { ...(await stripe.findOutcome(subject)), events: await stripe.countEvents() };
  await stripe.send(event, event);
  expect({ ...(await stripe.findOutcome(subject)), events: await stripe.countEvents() }).toEqual(before);
});

test('an event finds its purchase even if the response with the session’s id was lost', async () => {
  await stripe.t.db.query('UPDATE purchases SET session_id = NULL, checkout_url = NULL WHERE id = $1', [
    subject.paymentId,
  ]);
  await stripe.send(completed());
  expect(await stripe.findOutcome(subject)).toMatchObject({ state: 'paid', receipts: 1 });
});

describe('events of foreign objects', () => {
  test('are acknowledged and stored separately', async () => {
    const foreign = {
      ...subject,
      paymentId: randomUUID(),
      sessionId: 'cs_test_foreign',
      intent: 'pi_foreign',
    };
    const before = await stripe.countEvents();
    await stripe.send(
      aCheckoutEvent('completed', foreign),
      aRefundEvent(foreign, 100),
      aDisputeEvent(foreign, 'created', 'lost'),
    );
    await stripe.send(aStripeEvent('customer.created', { id: 'cus_1' }), aStripeEvent('payout.paid', {}));
    expect(await stripe.countEvents()).toBe(before + 3);
    expect(await stripe.findOutcome(subject)).toMatchObject({ state: 'pending' });
  });

  test('are not assigned by a reference that anyone can put into a link', async () => {
    const link = { ...subject, sessionId: 'cs_test_link', intent: 'pi_link' };
    await stripe.send(aCheckoutEvent('completed', link, { metadata: {} }));
    expect(await stripe.findOutcome(subject)).toMatchObject({ state: 'pending', was_paid: false });
  });

  test('with invalid ids do no harm', async () => {
    for (const paymentId of ["' OR 1=1", '', '\u0001', 'x'.repeat(300)]) {
      await stripe.send(
        aCheckoutEvent('completed', { ...subject, paymentId, sessionId: 'cs_test_odd', intent: 'pi_odd' }),
      );
    }
    expect(await stripe.findOutcome(subject)).toMatchObject({ state: 'pending' });
  });
});

describe('rejected events change nothing', () => {
  // At the time of each test: that of the file would be too old for a slow machine.
  const toNow = () => Math.floor(Date.now() / 1000);
  const refused: [what: string, toSending: (now: number) => Parameters<typeof sendStripeEvent>[2]][] = [
    ['no signature', () => ({ signature: undefined })],
    ['an empty signature', () => ({ signature: '' })],
    ['a made-up signature', (now) => ({ signature: `t=${now},v1=${'0'.repeat(64)}` })],
    ['a signature of another scheme', (now) => ({ signature: `t=${now},v0=${'0'.repeat(64)}` })],
    ['a signature by another secret', () => ({ secret: 'whsec_of_somebody_else_entirely' })],
    ['a signature by an empty secret', () => ({ secret: ' ' })],
    ['a signature of six minutes ago', (now) => ({ timestamp: now - 360 })],
    ['a signature of six minutes ahead', (now) => ({ timestamp: now + 360 })],
    ['a signature without a time', () => ({ signature: `v1=${'0'.repeat(64)}` })],
    ['two times in one signature', (now) => ({ signature: `t=${now},t=${now},v1=${'0'.repeat(64)}` })],
    ['a body changed on the way', () => ({ body: '{"id":"evt_1","object":"event"}' })],
    ['no body', () => ({ body: '' })],
  ];
  test.each(refused)('%s', async (_what, toSending) => {
    const before = await stripe.countEvents();
    expectError(
      await sendStripeEvent(stripe.t.app, completed(), toSending(toNow())),
      400,
      'invalid-signature',
    );
    expect(await stripe.countEvents()).toBe(before);
    expect(await stripe.findOutcome(subject)).toMatchObject({ state: 'pending' });
  });

  test('events signed four minutes ago or ahead are accepted', async () => {
    const now = toNow();
    for (const timestamp of [now - 240, now + 240]) {
      expect((await sendStripeEvent(stripe.t.app, completed(), { timestamp })).statusCode).toBe(200);
    }
    expect(await stripe.findOutcome(subject)).toMatchObject({ state: 'paid', receipts: 1 });
  });

  test('a live event is rejected with a test key', async () => {
    const live = { ...completed(), livemode: true };
    expectError(await sendStripeEvent(stripe.t.app, live), 400, 'invalid-request');
    expect(await stripe.findOutcome(subject)).toMatchObject({ state: 'pending' });
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
    expect((await sendStripeEvent(stripe.t.app, body)).statusCode).toBe(400);
  });

  test('a body over 256 kB is rejected, one below is not', async () => {
    const big = (size: number) => aStripeEvent('payout.paid', { filler: 'x'.repeat(size) });
    expectError(await sendStripeEvent(stripe.t.app, big(256 * 1024)), 413, 'body-too-large');
    expect((await sendStripeEvent(stripe.t.app, big(250 * 1024))).statusCode).toBe(200);
  });

  test('an event that claims to be from the test checkout is rejected', async () => {
    const answer = await stripe.t.app.inject({
      method: 'POST',
      url: apiPaths.stripeWebhook,
      payload: completed(),
    });
    expectError(answer, 400, 'invalid-signature');
  });
});
