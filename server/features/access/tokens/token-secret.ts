import { randomBytes } from 'node:crypto';
import { deriveKey, hmac } from '../../../platform/keys.ts';

/** Recognizable in logs and secret scanners. */
const prefix = 'nlk_';
const tokenPattern = /^nlk_[A-Za-z0-9_-]{32}$/;
const secretBytes = 24;
const hintLength = 4;

/** The key of the hashes under which tokens are stored. Older tokens were called API keys. */
export const toLookupKey = (appSecret: string) => deriveKey(appSecret, 'api-key-lookup');

export const toTokenLookup = (lookupKey: Buffer, secret: string) => hmac(lookupKey, secret);

/** Whether text claims to be a token of a program, also one that cannot exist. */
export const looksLikeToken = (text: string) => text.startsWith(prefix);

export const isTokenSecret = (text: string) => tokenPattern.test(text);

export const toHint = (secret: string) => secret.slice(-hintLength);

/**
 * A new secret. With the Idempotency-Key of the request, a repeated request gets the same one: it follows from that key, which
 * is not stored, and the APP_SECRET.
 */
export function makeTokenSecret(
  appSecret: string,
  keyId: string,
  idempotencyKey: string | undefined,
): string {
  const bytes =
    idempotencyKey === undefined
      ? randomBytes(secretBytes)
      : hmac(deriveKey(appSecret, 'token-secret'), `${keyId} ${idempotencyKey}`).subarray(0, secretBytes);
  return prefix + bytes.toString('base64url');
}
