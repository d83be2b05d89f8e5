import { timingSafeEqual } from 'node:crypto';
import { deriveKey, hmac } from '../keys.ts';

const idBytes = 16;
/** Half of SHA-256: shorter addresses break less often in mails, and 128 bits cannot be guessed. */
const macBytes = 16;

/** A text for links that contains a UUID and proves that this server made it for one purpose. It never expires. */
export function toIdToken(appSecret: string, purpose: string, id: string): string {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  return Buffer.concat([bytes, sign(appSecret, purpose, bytes)]).toString('base64url');
}

/** The UUID; undefined for a token that this server has not made for the purpose. */
export function readIdToken(appSecret: string, purpose: string, token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== idBytes + macBytes) return undefined;
  const id = bytes.subarray(0, idBytes);
  if (!timingSafeEqual(bytes.subarray(idBytes), sign(appSecret, purpose, id))) return undefined;
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const sign = (appSecret: string, purpose: string, id: Buffer) =>
  hmac(deriveKey(appSecret, purpose), id).subarray(0, macBytes);
