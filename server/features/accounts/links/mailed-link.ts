import { timingSafeEqual } from 'node:crypto';
import { deriveKey, hmac } from '../../../platform/keys.ts';

type Purpose = 'confirm-address' | 'reset-password';
/** What an expired link says is still ours: it was mailed by us, but too long ago. */
type OpenedLink = { is: 'good' | 'expired'; content: string } | { is: 'wrong' };

const expiryBytes = 6;
const macBytes = 32;

/** The token of a link in a mail. Signed, so that an expired one is told from one that never was ours. */
export function sealLink(appSecret: string, purpose: Purpose, content: string, expiresAt: Date): string {
  const expiry = Buffer.alloc(expiryBytes);
  expiry.writeUIntBE(Math.floor(expiresAt.getTime() / 1000), 0, expiryBytes);
  const signed = Buffer.concat([expiry, Buffer.from(content)]);
  return Buffer.concat([signed, sign(appSecret, purpose, signed)]).toString('base64url');
}

export function openLink(appSecret: string, purpose: Purpose, token: string, now: Date): OpenedLink {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length <= expiryBytes + macBytes) return { is: 'wrong' };
  const signed = bytes.subarray(0, -macBytes);
  if (!timingSafeEqual(bytes.subarray(-macBytes), sign(appSecret, purpose, signed))) return { is: 'wrong' };
  const isExpired = signed.readUIntBE(0, expiryBytes) * 1000 < now.getTime();
  return { is: isExpired ? 'expired' : 'good', content: signed.toString('utf8', expiryBytes) };
}

function sign(appSecret: string, purpose: Purpose, signed: Buffer): Buffer {
  return hmac(deriveKey(appSecret, `mail-link/${purpose}`), signed);
}
