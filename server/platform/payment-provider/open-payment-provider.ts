import type { Config } from '../../config.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { createStripeProvider } from './stripe-provider.ts';
import { createTestProvider, type TestPaymentProvider } from './test-provider.ts';

/** Stripe where its key is set, and the test checkout where it is not: never both. */
export function openPaymentProvider(
  { stripe, publicUrl }: Pick<Config, 'stripe' | 'publicUrl'>,
  appSecret: string,
): { payments: PaymentProvider; test: TestPaymentProvider | undefined } {
  const { secretKey, webhookSecret, apiUrl, prices } = stripe;
  if (secretKey === undefined) {
    const test = createTestProvider({ appSecret, publicUrl });
    return { payments: test, test };
  }
  const { chatbots, analytics, automation, design } = prices;
  if (!webhookSecret || !chatbots || !analytics || !automation || !design) {
    // The settings were checked at start; this is for whoever builds a configuration by hand.
    throw new Error('Stripe needs a webhook secret and four prices beside its key');
  }
  const payments = createStripeProvider({
    secretKey,
    webhookSecret,
    prices: { chatbots, analytics, automation, design },
    publicUrl,
    apiUrl,
  });
  return { payments, test: undefined };
}
