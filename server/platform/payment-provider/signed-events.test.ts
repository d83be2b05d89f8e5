import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { signEvent, verifySignedEvent } from './signed-events.ts';
import { createStripeProvider } from './stripe-provider.ts';

const secret = 'whsec_of_this_test_alone';
const event = {
  id: 'evt_1',
  object: 'event',
  type: 'charge.refunded',
  created: 1,
  livemode: false,
  data: { object: { payment_intent: 'pi_1', amount_refunded: 5, refunded: false } },
};
const payload = JSON.stringify(event);

test('an event signed with the secret is parsed', async () => {
  expect(await verifySignedEvent(Buffer.from(payload), await signEvent(payload, secret), secret)).toEqual(
    event,
  );
});

test.each(['', ' ', 'whsec_', 'whsec_short'])('an invalid secret matches nothing: "%s"', async (none) => {
  // The library also signs with an empty secret.
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: none || ' ' });
  await expect(verifySignedEvent(Buffer.from(payload), signature, none)).rejects.toThrow('signature');
});

test('one of several signatures is enough, as while a secret is replaced', async () => {
  const signature = `${await signEvent(payload, secret)},v1=${'0'.repeat(64)}`;
  expect(await verifySignedEvent(Buffer.from(payload), signature, secret)).toEqual(event);
});

test('the signed time is checked', async () => {
  const old = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: 1_000_000_000 });
  const now = Math.floor(Date.now() / 1000);
  for (const signature of [`t=${now},${old}`, `${old},t=${now}`, old.replace('t=', `t=${now} `)]) {
    await expect(verifySignedEvent(Buffer.from(payload), signature, secret)).rejects.toThrow('signature');
  }
});

test.each([
  ['sk_live_1', false],
  ['rk_live_1', false],
  ['sk_test_1', true],
  ['rk_test_1', true],
])('a key %s accepts events of its mode only', async (secretKey, isTest) => {
  const prices = { chatbots: 'p', analytics: 'p', automation: 'p', design: 'p' };
  const payments = createStripeProvider({
    secretKey,
    webhookSecret: secret,
    prices,
    publicUrl: 'https://agency.example',
    apiUrl: undefined,
  });
  const read = async (livemode: boolean) => {
    const body = JSON.stringify({ ...event, livemode });
    return payments.readEvent(Buffer.from(body), await signEvent(body, secret));
  };
  expect(await read(!isTest)).toMatchObject({ isTest });
  await expect(read(isTest)).rejects.toThrow('mode');
});
