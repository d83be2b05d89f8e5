import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import { deriveKey, hmac } from '../../platform/keys.ts';
import { findPasswordHash, findRestoredAt } from './accounts.queries.ts';
import type { Accounts } from './accounts.ts';
import type { Transaction } from './auth-library.ts';
import type { RequestContext } from './request-context.ts';

/** How long a browser stays known without another sign-in. */
const deviceDays = 180;

// random id (16 bytes), issued at in seconds (6), HMAC-SHA-256 (32)
const idBytes = 16;
const signedLength = idBytes + 6;

/** A browser that has signed in to this account before. */
export interface KnownDevice {
  id: string;
}

/** Device cookies issued before this time are ignored. Read once at startup: a restore requires a stopped server. */
export async function findDevicesKnownSince(pool: Pool): Promise<Date> {
  return (await findRestoredAt(pool)) ?? new Date(0);
}

function deviceCookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-northlight-device' : 'northlight-device';
}

/**
 * Makes the browser known to the account: strangers who guess passwords then cannot slow down its sign-ins. It
 * does not prove identity and grants no access. Each sign-in replaces it. A password change invalidates all device
 * cookies of the account, so that a browser of someone who knew the old password is no longer known.
 */
export async function addDeviceCookie(
  { appSecret, publicUrl }: Pick<Accounts, 'appSecret' | 'publicUrl'>,
  transaction: Transaction,
  headers: Headers,
  email: string,
): Promise<void> {
  const passwordHash = await findPasswordHash(transaction, email);
  if (passwordHash === undefined) return;
  const signed = Buffer.alloc(signedLength);
  randomBytes(idBytes).copy(signed);
  signed.writeUIntBE(Math.floor(Date.now() / 1000), idBytes, 6);
  const value = Buffer.concat([signed, sign(appSecret, { email, passwordHash }, signed)]).toString(
    'base64url',
  );
  const isSecure = publicUrl.startsWith('https:');
  const attributes = `Path=/; Max-Age=${deviceDays * 86_400}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  headers.append('set-cookie', `${deviceCookieName(publicUrl)}=${value}; ${attributes}`);
}

/**
 * The known device that sent the request. Its cookie must have been issued for this account and its current password,
 * and not before the last restore.
 */
export async function findKnownDevice(
  {
    appSecret,
    db,
    devicesKnownSince,
    publicUrl,
  }: Pick<Accounts, 'appSecret' | 'db' | 'devicesKnownSince' | 'publicUrl'>,
  visitor: RequestContext,
  email: string,
): Promise<KnownDevice | undefined> {
  const bytes = Buffer.from(visitor.cookies[deviceCookieName(publicUrl)] ?? '', 'base64url');
  if (bytes.length !== signedLength + 32) return undefined;
  const passwordHash = await findPasswordHash(db.orm, email);
  if (passwordHash === undefined) return undefined;
  const signed = bytes.subarray(0, signedLength);
  if (!timingSafeEqual(bytes.subarray(signedLength), sign(appSecret, { email, passwordHash }, signed)))
    return undefined;
  const issuedAt = signed.readUIntBE(idBytes, 6);
  const isOver = Date.now() / 1000 - issuedAt > deviceDays * 86_400;
  if (isOver || issuedAt * 1000 < devicesKnownSince.getTime()) return undefined;
  return { id: signed.toString('hex', 0, idBytes) };
}

function sign(
  appSecret: string,
  { email, passwordHash }: { email: string; passwordHash: string },
  signed: Buffer,
): Buffer {
  const owner = Buffer.from(`${email} ${passwordHash} `);
  return hmac(deriveKey(appSecret, 'device-cookie'), Buffer.concat([owner, signed]));
}
