import type { Config } from '../../config.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { createStripeProvider } from './stripe-provider.ts';
import { createTestProvider, type TestPaymentProvider } from './test-provider.ts';

/** Returns Stripe if its key is set, otherwise the test checkout. Never both. */
export function openPaymentProvider(
  { stripe, publicUrl }: Pick<Config, 'stripe' | 'publicUrl'>,
  appSecret: string,
): { payments: PaymentProvider; test: TestPaymentProvider | undefined } {
  const { secretKey, webhookSecret, apiUrl, prices } = stripe;
  if (secretKey === undefined) {
    const test = createTestProvider({ appSecret, publicUrl });
    return { payments: test, test };
  }
  // `readConfig` has checked this; tests build their configuration without it.
  if (!webhookSecret) throw new Error('Stripe requires a webhook secret in addition to its key');
  const payments = createStripeProvider({
    secretKey,
    webhookSecret,
    prices,
    publicUrl,
    apiUrl,
  });
  return { payments, test: undefined };
}
