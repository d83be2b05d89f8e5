import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Tx } from '../../db/client.ts';
import { deriveKey, hmac } from '../../platform/keys.ts';
import type { RequestContext } from './request-context.ts';
import { findBrowserBinding, findRestoredAt } from './sessions.queries.ts';
import type { Sessions } from './sessions.ts';

/** How long a browser stays known without another sign-in. */
export const knownDays = 180;

// random id (16 bytes), issued at in seconds (6), HMAC-SHA-256 (32)
const idBytes = 16;
const signedLength = idBytes + 6;

/** A browser that has signed in to this account before. */
export interface KnownBrowser {
  /** Random; a new one at each sign-in. */
  id: string;
}

/** Cookies issued before this time are ignored. Read once at startup: a restore requires a stopped server. */
export async function findBrowsersKnownSince(tx: Tx): Promise<Date> {
  return (await findRestoredAt(tx)) ?? new Date(0);
}

export function browserCookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-account-device' : 'account-device';
}

/**
 * Adds the cookie that makes the browser known to the account: its sign-ins have a separate limit, which strangers who
 * guess passwords cannot use up. The cookie proves no identity and grants no access. Each sign-in replaces it. A
 * password change invalidates these cookies of the account, so that a browser of someone who knew the old password is
 * no longer known.
 */
export async function addKnownBrowserCookie(
  { appSecret, publicUrl }: Pick<Sessions, 'appSecret' | 'publicUrl'>,
  tx: Tx,
  headers: Headers,
  email: string,
): Promise<void> {
  const binding = await findBrowserBinding(tx, email);
  if (binding === undefined) return;
  const signed = Buffer.alloc(signedLength);
  randomBytes(idBytes).copy(signed);
  signed.writeUIntBE(Math.floor(Date.now() / 1000), idBytes, 6);
  const value = Buffer.concat([signed, sign(appSecret, { email, binding }, signed)]).toString('base64url');
  const isSecure = publicUrl.startsWith('https:');
  const attributes = `Path=/; Max-Age=${knownDays * 86_400}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  headers.append('set-cookie', `${browserCookieName(publicUrl)}=${value}; ${attributes}`);
}

/**
 * The known browser that sent the request. Its cookie must have been issued for this account and its current password,
 * and not before the last restore.
 */
export async function findKnownBrowser(
  {
    appSecret,
    db,
    browsersKnownSince,
    publicUrl,
  }: Pick<Sessions, 'appSecret' | 'db' | 'browsersKnownSince' | 'publicUrl'>,
  context: RequestContext,
  email: string,
): Promise<KnownBrowser | undefined> {
  const bytes = Buffer.from(context.cookies[browserCookieName(publicUrl)] ?? '', 'base64url');
  if (bytes.length !== signedLength + 32) return undefined;
  const binding = await findBrowserBinding(db, email);
  if (binding === undefined) return undefined;
  const signed = bytes.subarray(0, signedLength);
  if (!timingSafeEqual(bytes.subarray(signedLength), sign(appSecret, { email, binding }, signed)))
    return undefined;
  const issuedAt = signed.readUIntBE(idBytes, 6);
  const isExpired = Date.now() / 1000 - issuedAt > knownDays * 86_400;
  if (isExpired || issuedAt * 1000 < browsersKnownSince.getTime()) return undefined;
  return { id: signed.toString('hex', 0, idBytes) };
}

function sign(
  appSecret: string,
  { email, binding }: { email: string; binding: string },
  signed: Buffer,
): Buffer {
  const owner = Buffer.from(`${email} ${binding} `);
  return hmac(deriveKey(appSecret, 'device-cookie'), Buffer.concat([owner, signed]));
}
