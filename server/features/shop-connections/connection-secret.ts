import { deriveKey } from '../../platform/keys.ts';
import { openText, sealText } from '../../platform/secrets/sealed-text.ts';

const toKey = (appSecret: string) => deriveKey(appSecret, 'shop-connection-secret');

/** Encrypts a signing secret for its connection. */
export function sealSecret(appSecret: string, connectionId: string, secret: string): Buffer {
  return sealText(toKey(appSecret), connectionId, secret);
}

/** Undefined if it was encrypted for another connection, or by an installation with another secret. */
export function openSecret(appSecret: string, connectionId: string, sealed: Buffer): string | undefined {
  try {
    return openText(toKey(appSecret), connectionId, sealed);
  } catch {
    return undefined;
  }
}
