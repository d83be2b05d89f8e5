import { timingSafeEqual } from 'node:crypto';
import { AppError } from '../../../platform/errors.ts';
import { deriveKey, hmac } from '../../../platform/keys.ts';

type Purpose = 'confirm-address' | 'reset-password' | 'change-address';
/** The content of an expired link is authentic as well: we mailed it, but too long ago. */
type LinkToken = { is: 'valid' | 'expired'; content: string } | { is: 'invalid' };

const expiryBytes = 6;
const macBytes = 32;

/** The signed token of a mailed link. The signature distinguishes an expired link from a forged one. */
export function createLinkToken(
  appSecret: string,
  purpose: Purpose,
  content: string,
  expiresAt: Date,
): string {
  const expiry = Buffer.alloc(expiryBytes);
  expiry.writeUIntBE(Math.floor(expiresAt.getTime() / 1000), 0, expiryBytes);
  const signed = Buffer.concat([expiry, Buffer.from(content)]);
  return Buffer.concat([signed, sign(appSecret, purpose, signed)]).toString('base64url');
}

export function readLinkToken(appSecret: string, purpose: Purpose, token: string, now: Date): LinkToken {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length <= expiryBytes + macBytes) return { is: 'invalid' };
  const signed = bytes.subarray(0, -macBytes);
  if (!timingSafeEqual(bytes.subarray(-macBytes), sign(appSecret, purpose, signed))) return { is: 'invalid' };
  const isExpired = signed.readUIntBE(0, expiryBytes) * 1000 < now.getTime();
  return { is: isExpired ? 'expired' : 'valid', content: signed.toString('utf8', expiryBytes) };
}

function sign(appSecret: string, purpose: Purpose, signed: Buffer): Buffer {
  return hmac(deriveKey(appSecret, `mail-link/${purpose}`), signed);
}

export function invalidLink(): AppError {
  return new AppError(400, 'link-invalid', 'This link is incomplete. Please copy all of it from the mail.');
}

export function expiredLink(): AppError {
  return new AppError(400, 'link-expired', 'This link has expired. Request a new one.');
}
