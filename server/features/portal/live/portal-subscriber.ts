import type { Company } from '../../../../contract/company/companies.ts';
import type { LiveView } from '../../../../contract/live-query.ts';
import type { AccessScope } from '../../access/access.ts';
import type { ViewerTab } from './portal-presence.ts';
import type { StreamOwner } from './portal-stream-limit.ts';

/**
 * The part of presence that frames have: the number of visitors and what they see; for share links, which show one view, the number
 * alone; or nothing.
 */
const presences = ['visitors', 'count', 'none'] as const;
export type Presence = (typeof presences)[number];

/** The client of a portal stream. */
export interface PortalSubscriber {
  company: Company;
  sessionId: string;
  /** The access that opened the portal; null for an administrator. */
  accessId: string | null;
  /** Whether the access is a share link. */
  isShared: boolean;
  /** The rights and filters of the access when the stream was opened: it ends when they are others. */
  grants: string;
  /** The access key that opened the portal; the stream ends when it is revoked. Null for an administrator. */
  keyId: string | null;
  /** When the viewer's cookie expires and the stream ends; null for an administrator. */
  endsAt: Date | null;
  /** Limits what the figures of its view contain and count. */
  scope: AccessScope;
  presence: Presence;
  /** The own address under which the portal was opened; null for PUBLIC_URL and the like. */
  host: string | null;
  /** The key that limits of the client's address are counted under. */
  address: string;
  /** The view whose figures the stream carries. */
  view?: LiveView | undefined;
  /** The revision of the figures on the page. */
  known?: number | undefined;
  /** The tab that counts as open while the stream is. */
  tab?: ViewerTab['stored'] | undefined;
}

export function toStreamOwner({
  company,
  sessionId,
  keyId,
  isShared,
  address,
}: PortalSubscriber): StreamOwner {
  return { companyId: company.id, sessionId, keyId, isShared, address };
}

/** The streams of a company that get the same frames, as the live hub names them. */
export interface Audience {
  companyId: string;
  presence: Presence;
}

export const toAudienceKey = ({ companyId, presence }: Audience): string => `${companyId} ${presence}`;

export function readAudienceKey(key: string): Audience {
  const [companyId = '', named] = key.split(' ');
  return { companyId, presence: presences.find((each) => each === named) ?? 'none' };
}

/** Every key of a company. */
export const listAudienceKeys = (companyId: string): string[] =>
  presences.map((presence) => toAudienceKey({ companyId, presence }));
