import type { IncomingHttpHeaders } from 'node:http';
import type { ShopProvider } from '../../../contract/shop/connections.ts';
import { AppError } from '../../platform/errors.ts';
import { hmac, isSameHash } from '../../platform/keys.ts';
import { verifySignedEvent } from '../../platform/payment-provider/signed-events.ts';

/** The shortest secret that the contract accepts. A shorter one in the database never verifies anything. */
const secretMinLength = 16;

const single = (header: string | string[] | undefined) => (typeof header === 'string' ? header : undefined);

/** `base64(HMAC-SHA256(body, secret))`, as WooCommerce and Shopify sign. */
export function toBodySignature(body: Buffer, secret: string): string {
  return hmac(Buffer.from(secret), body).toString('base64');
}

function isSignedBody(body: Buffer, signature: string | undefined, secret: string): boolean {
  return signature !== undefined && isSameHash(signature, toBodySignature(body, secret));
}

async function isSignedByStripe(body: Buffer, signature: string | undefined, secret: string) {
  try {
    await verifySignedEvent(body, signature, secret);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid-signature') return false;
    throw error;
  }
}

/** Whether a delivery was signed with the secret of the connection, by the provider's own scheme. */
export async function isSigned(
  provider: ShopProvider,
  { headers, body }: { headers: IncomingHttpHeaders; body: Buffer },
  secret: string,
): Promise<boolean> {
  if (secret.length < secretMinLength) return false;
  if (provider === 'stripe') return isSignedByStripe(body, single(headers['stripe-signature']), secret);
  const header = provider === 'woocommerce' ? 'x-wc-webhook-signature' : 'x-shopify-hmac-sha256';
  return isSignedBody(body, single(headers[header]), secret);
}
