import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Derives a separate key for each purpose, so that a value made for one purpose is never valid for another. */
export function deriveKey(appSecret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', appSecret, '', `northlight/${purpose}`, 32));
}

export function hmac(key: Buffer, text: string | Buffer): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** Compares two hashes in constant time. */
export function isSameHash(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

/** Identifies the app secret of a backup without revealing it. */
export function toSecretFingerprint(appSecret: string): string {
  return deriveKey(appSecret, 'backup-mark').toString('hex', 0, 8);
}
