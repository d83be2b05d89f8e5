import type { Config } from '../../config.ts';
import type { Payments } from './payments.ts';
import { createStripePayments } from './stripe-payments.ts';
import { createTestPayments, type TestPayments } from './test-payments.ts';

/** Stripe where its key is set, and the test checkout where it is not: never both. */
export function openPayments(
  { stripe, publicUrl }: Pick<Config, 'stripe' | 'publicUrl'>,
  appSecret: string,
): { payments: Payments; test: TestPayments | undefined } {
  const { secretKey, webhookSecret, apiUrl, prices } = stripe;
  if (secretKey === undefined) {
    const test = createTestPayments({ appSecret, publicUrl });
    return { payments: test, test };
  }
  const { chatbots, analytics, automation, design } = prices;
  if (!webhookSecret || !chatbots || !analytics || !automation || !design) {
    // The settings were checked at start; this is for whoever builds a configuration by hand.
    throw new Error('Stripe needs a webhook secret and four prices beside its key');
  }
  const payments = createStripePayments({
    secretKey,
    webhookSecret,
    prices: { chatbots, analytics, automation, design },
    publicUrl,
    apiUrl,
  });
  return { payments, test: undefined };
}
