import { randomBytes, timingSafeEqual } from 'node:crypto';
import { deriveKey, hmac } from '../../platform/keys.ts';

/** Lifetime of a viewer cookie. */
export const viewerDays = 30;

export interface ViewerCookie {
  companyId: string;
  keyId: string;
  /** Identifies this browser's session among others with the same key. */
  sessionId: string;
  /** When the cookie expires. */
  endsAt: Date;
}

// key id (16 bytes), session (8), issued at in seconds (6), HMAC-SHA-256 (32)
const signedLength = 30;

/** One cookie for each company, so that a browser can open several portals. `__Host-` binds it to this host under https. */
export function viewerCookieName(companyId: string, isSecure: boolean): string {
  return cookiePrefix(isSecure) + companyId;
}

function cookiePrefix(isSecure: boolean): string {
  return `${isSecure ? '__Host-' : ''}viewer-`;
}

/** The options for setting and clearing a viewer cookie; a browser clears it only if they match. */
export function viewerCookieOptions(isSecure: boolean) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
}

/** All valid viewer cookies of a browser. Forged and expired ones are left out. */
export function readViewerCookies(
  appSecret: string,
  cookies: Record<string, string | undefined>,
  isSecure: boolean,
  now: Date,
): ViewerCookie[] {
  const prefix = cookiePrefix(isSecure);
  return Object.entries(cookies).flatMap(([name, value]) => {
    if (!name.startsWith(prefix) || value === undefined) return [];
    const companyId = name.slice(prefix.length);
    return readViewerCookie(appSecret, companyId, value, now) ?? [];
  });
}

export function signViewerCookie(
  appSecret: string,
  viewer: Pick<ViewerCookie, 'companyId' | 'keyId'>,
  now: Date,
): string {
  const signed = Buffer.alloc(signedLength);
  Buffer.from(viewer.keyId.replaceAll('-', ''), 'hex').copy(signed, 0);
  randomBytes(8).copy(signed, 16);
  signed.writeUIntBE(Math.floor(now.getTime() / 1000), 24, 6);
  return Buffer.concat([signed, sign(appSecret, viewer.companyId, signed)]).toString('base64url');
}

/** The content of a viewer cookie; undefined if it is forged, for another company or expired. */
export function readViewerCookie(
  appSecret: string,
  companyId: string,
  value: string,
  now: Date,
): ViewerCookie | undefined {
  const bytes = Buffer.from(value, 'base64url');
  if (bytes.length !== signedLength + 32) return undefined;
  const signed = bytes.subarray(0, signedLength);
  if (!timingSafeEqual(bytes.subarray(signedLength), sign(appSecret, companyId, signed))) return undefined;
  const endsAt = new Date((signed.readUIntBE(24, 6) + viewerDays * 86_400) * 1000);
  if (now > endsAt) return undefined;
  const hex = signed.toString('hex', 0, 16);
  const keyId = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  return { companyId, keyId, sessionId: signed.toString('hex', 16, 24), endsAt };
}

function sign(appSecret: string, companyId: string, signed: Buffer): Buffer {
  return hmac(deriveKey(appSecret, 'viewer-cookie'), Buffer.concat([Buffer.from(companyId), signed]));
}
