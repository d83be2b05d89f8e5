import type Stripe from 'stripe';
import { AppError } from '../errors.ts';
import { loadStripe } from './load-stripe.ts';

const windowSeconds = 300;
/** Shorter secrets are configuration mistakes. The library would accept even an empty one. */
const secretMinLength = 16;

/**
 * Verifies the signature and returns the parsed body. The library accepts timestamps in the future, which would allow
 * replaying a captured event later, so this also checks them.
 * @throws {AppError}
 */
export async function verifySignedEvent(
  body: Buffer,
  signature: string | undefined,
  secret: string,
  now = new Date(),
): Promise<unknown> {
  if (secret.length < secretMinLength || signature === undefined) throw invalidSignature();
  const times = [...signature.matchAll(/(?:^|,)t=([^,]*)/g)].map(([, time]) => time ?? '');
  const [time] = times;
  if (times.length !== 1 || !time || !/^\d{1,12}$/.test(time)) throw invalidSignature();
  if (Math.abs(now.getTime() / 1000 - Number(time)) > windowSeconds) throw invalidSignature();
  const { webhooks } = await loadStripe();
  try {
    return webhooks.constructEvent(body, signature, secret, windowSeconds, undefined, now.getTime());
  } catch (cause) {
    throw invalidSignature(cause);
  }
}

/** Returns the signature header that a provider with this secret would send. */
export async function signEvent(payload: string, secret: string): Promise<string> {
  const { webhooks } = await loadStripe();
  return webhooks.generateTestHeaderString({ payload, secret } satisfies Parameters<
    Stripe['webhooks']['generateTestHeaderString']
  >[0]);
}

function invalidSignature(cause?: unknown): AppError {
  return new AppError(400, 'invalid-signature', 'The signature is not valid.', { cause });
}
