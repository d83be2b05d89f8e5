import { randomUUID } from 'node:crypto';
import { invitationDays } from '../../../../contract/company/accesses.ts';
import { portalLinkPath } from '../../../../contract/public/portal-link.ts';
import type { Db, Tx } from '../../../db/client.ts';
import { recordFailure } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import type { PortalOrigins } from '../../../platform/http/portal-hosts.ts';
import type { Jobs } from '../../../platform/jobs.ts';
import { deriveKey, hmac } from '../../../platform/keys.ts';
import { type EnteredPortal, type Entrance, enterPortal } from '../access.ts';
import {
  deleteLinksExpiredBefore,
  findLink,
  findLinkById,
  findOpenableAccess,
  insertLink,
  takeLink,
} from './links.queries.ts';

/** How long it is known of a link that it has expired, or was used. */
const rememberedDays = 30;
const dayMs = 86_400_000;
const tokenBytes = 24;

export interface MailedLink {
  url: string;
  expiresAt: Date;
}

interface LinksDeps {
  appSecret: string;
  portals: PortalOrigins;
}

/**
 * Creates a link that opens the portal of an access once. The token is in the fragment of its address, which no server
 * receives and no log contains.
 * @param id Generated if not given.
 */
export async function createLink(
  tx: Tx,
  deps: LinksDeps,
  {
    companyId,
    accessId,
    id = randomUUID(),
    now = new Date(),
  }: { companyId: string; accessId: string; id?: string; now?: Date },
): Promise<MailedLink> {
  const token = toToken(deps.appSecret, id);
  const expiresAt = new Date(now.getTime() + invitationDays * dayMs);
  const row = { id, access_id: accessId, created_at: now, expires_at: expiresAt };
  await insertLink(tx, { ...row, lookup: toLookup(deps.appSecret, token) });
  return { url: toUrl(deps, companyId, token), expiresAt };
}

/** The link that an earlier request with the same idempotency claim created. */
export async function requireEarlierLink(
  tx: Tx,
  deps: LinksDeps,
  { companyId, id }: { companyId: string; id: string },
): Promise<MailedLink> {
  const row = await findLinkById(tx, id);
  if (!row) throw new AppError(409, 'conflict', 'This link was deleted. Create a new one.');
  return { url: toUrl(deps, companyId, toToken(deps.appSecret, id)), expiresAt: row.expires_at };
}

/** Derived from the id, so that a repeated request gets the same link. It cannot be computed without APP_SECRET. */
const toToken = (appSecret: string, id: string) =>
  hmac(deriveKey(appSecret, 'portal-link-token'), id).subarray(0, tokenBytes).toString('base64url');

const toUrl = ({ portals }: LinksDeps, companyId: string, token: string) =>
  `${portals.toPortalOrigin(companyId)}${portalLinkPath}#${token}`;

const toLookup = (appSecret: string, token: string) => hmac(deriveKey(appSecret, 'portal-link'), token);

/** Opens a portal with a link, which works once: of several requests at the same time, one succeeds. */
export async function openLink(
  { db, appSecret }: { db: Db; appSecret: string },
  token: string,
  { network, onlyCompany }: Entrance,
): Promise<EnteredPortal> {
  const lookup = toLookup(appSecret, token);
  const now = new Date();
  let isElsewhere = false;
  const opened = await db.transaction(async (tx) => {
    const found = await findLink(tx, lookup);
    // The link of an access that has expired stays unused: an administrator may give it a later end.
    const access = found && (await findOpenableAccess(tx, found.access_id, now));
    isElsewhere = access !== undefined && onlyCompany !== undefined && access.company_id !== onlyCompany;
    return access && !isElsewhere && (await takeLink(tx, lookup, now)) ? access : undefined;
  });
  if (!opened) {
    await recordFailure(db, { action: 'portal.link-refused', object: '', address: network });
    throw isElsewhere ? invalidLink() : await explain(db, lookup, now);
  }
  return enterPortal({ db, appSecret }, opened, network);
}

async function explain(db: Db, lookup: Buffer, now: Date): Promise<AppError> {
  const link = await findLink(db, lookup);
  if (!link) return invalidLink();
  if (link.used_at === null && link.expires_at <= now)
    return new AppError(400, 'link-expired', 'This link has expired. Request a new one.');
  // Also the link of an access that was revoked: it opens nothing any more.
  return new AppError(409, 'link-used', 'This link has already been used. Request a new one.');
}

const invalidLink = () =>
  new AppError(400, 'link-invalid', 'This link is incomplete. Please copy all of it from the mail.');

export async function scheduleLinkCleanUp(jobs: Pick<Jobs, 'schedule'>, db: Db): Promise<void> {
  await jobs.schedule('clean-portal-links', '52 3 * * *', () =>
    deleteLinksExpiredBefore(db, new Date(Date.now() - rememberedDays * dayMs)),
  );
}
