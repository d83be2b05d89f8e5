import { hmac } from '../../../platform/keys.ts';
import { parseUserAgent, type UserAgent } from '../agent/user-agent.ts';
import { maskEmails } from '../value-limits/mask-emails.ts';

/** Half of SHA-256: collisions do not occur, and the key of a row stays short. */
const hashBytes = 16;

/**
 * The value that `active_sessions` stores for the session id of a tab: a hash with a key of the server, so that reading the
 * table is not enough to send events as that tab. The key does not change at midnight, unlike the salts of visitors: a tab that
 * stays open past midnight keeps its row. A tab of a portal never has the row of a tab of the site.
 */
export function toStoredSession(
  sessionKey: Buffer,
  { companyId, sessionId, origin }: { companyId: string; sessionId: string; origin: 'site' | 'portal' },
): string {
  return hmac(sessionKey, `${origin}:${companyId}:${sessionId}`).toString('base64url', 0, hashBytes);
}

/** The value that `active_sessions` stores for a user agent: `Firefox, Windows, desktop`. */
export function toBrowserClass({ browser, os, device }: UserAgent): string {
  return `${browser}, ${os}, ${device}`;
}

/** An open portal, as its browser reports it. */
export interface PortalTab {
  companyId: string;
  sessionId: string;
  userAgent: string;
  pageUrl: string;
}

export type StoredTab = Omit<PortalTab, 'companyId'>;

/** The address of a portal contains its filters, which may name a page with an email address. */
export function toPortalTab(
  sessionKey: Buffer,
  { companyId, sessionId, userAgent, pageUrl }: PortalTab,
): StoredTab {
  return {
    sessionId: toStoredSession(sessionKey, { companyId, sessionId, origin: 'portal' }),
    userAgent: toBrowserClass(parseUserAgent(userAgent)),
    pageUrl: maskEmails(pageUrl),
  };
}
