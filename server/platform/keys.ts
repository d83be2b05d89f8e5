import { createHmac, hkdfSync } from 'node:crypto';

/** A key of its own for each purpose, so that no two uses of the app secret can be played against each other. */
export function deriveKey(appSecret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', appSecret, '', `northlight/${purpose}`, 32));
}

export function hmac(key: Buffer, text: string | Buffer): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
