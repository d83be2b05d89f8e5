import { createHmac, randomBytes } from 'node:crypto';
import { deriveKey, hmac } from '../../../platform/keys.ts';
import { openText, sealText } from '../../../platform/secrets/sealed-text.ts';

const prefix = 'whsec_';
const secretBytes = 32;

const toSealKey = (appSecret: string) => deriveKey(appSecret, 'webhook-secret-seal');

/**
 * A new secret in the form of Standard Webhooks. With the Idempotency-Key of the request, a repeated request gets the same one:
 * it follows from that key, which is not stored, and the APP_SECRET.
 */
export function makeWebhookSecret(
  appSecret: string,
  createdId: string,
  idempotencyKey: string | undefined,
): string {
  const bytes =
    idempotencyKey === undefined
      ? randomBytes(secretBytes)
      : hmac(deriveKey(appSecret, 'webhook-secret'), `${createdId} ${idempotencyKey}`);
  return prefix + bytes.toString('base64');
}

/** Encrypts a secret for its webhook. */
export const sealWebhookSecret = (appSecret: string, webhookId: string, secret: string) =>
  sealText(toSealKey(appSecret), webhookId, secret);

/** Undefined if it was encrypted for another webhook, or by an installation with another APP_SECRET. */
export function openWebhookSecret(appSecret: string, webhookId: string, sealed: Buffer): string | undefined {
  try {
    return openText(toSealKey(appSecret), webhookId, sealed);
  } catch {
    return undefined;
  }
}

interface SignedMessage {
  id: string;
  at: Date;
  /** The exact bytes of the request. */
  body: string;
}

/** The headers of Standard Webhooks, with one signature for each secret. */
export function toSignedHeaders(
  { id, at, body }: SignedMessage,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const sign = (secret: string) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  };
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(sign).join(' '),
  };
}
