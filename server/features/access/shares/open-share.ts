import { type OpenedShare, shareSessionHours } from '../../../../contract/company/shares.ts';
import type { Db } from '../../../db/client.ts';
import { recordFailure } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { isSameHash } from '../../../platform/keys.ts';
import { type AttemptLimit, consumeAttempt, refundAttempt } from '../../../platform/limits/attempts.ts';
import type { HashQueue } from '../../../platform/passwords/hash-queue.ts';
import { hashPassword, readHashRecipe } from '../../../platform/passwords/password-hash.ts';
import { normalizeAccessKey, toKeyLookup } from '../access-key.ts';
import { signViewerCookie } from '../viewer-cookie.ts';
import { readShareSession, sharePrefix } from './share-session.ts';
import type { ShareVisits } from './share-visits.ts';
import { findOpenableShare, type OpenableShare } from './shares.queries.ts';

export interface OpenShareDeps {
  db: Db;
  appSecret: string;
  hashes: HashQueue;
  visits: ShareVisits;
}

interface ShareRequest {
  accessId: string;
  secret: string;
  password: string | undefined;
  /** An earlier session, in place of the password. */
  session: string | undefined;
  /** The key that limits of the sender's address are counted under. */
  limitKey: string;
  network: string;
  /** Set under the own address of a company: links to others look like ones that do not exist. */
  onlyCompany: string | undefined;
}

/**
 * Exchanges the secret of a share link, and its password if it has one, for a session. The answer is the same for a link
 * that does not exist, was revoked or has expired, and for a wrong secret: they are one statement.
 */
export async function openShare(deps: OpenShareDeps, request: ShareRequest): Promise<OpenedShare> {
  const { db, appSecret } = deps;
  const { accessId, secret, network, onlyCompany } = request;
  const now = new Date();
  const lookup = toKeyLookup(appSecret, normalizeAccessKey(secret) ?? '');
  const share = await findOpenableShare(db, { accessId, lookup, now });
  if (!share || (onlyCompany !== undefined && share.company_id !== onlyCompany)) {
    await recordFailure(db, { action: 'share.refused', object: '', address: network });
    throw new AppError(
      404,
      'not-found',
      'This link does not work: it is incomplete, has expired or was ended. Ask the sender for a new one.',
    );
  }
  const isRenewal = hasSession(deps, share, request.session, now);
  if (share.password_hash !== null && !isRenewal)
    await requirePassword(deps, { ...share, password_hash: share.password_hash }, request);
  if (!isRenewal) await deps.visits.add({ ...share, access_id: accessId });
  const { company_id: companyId, key_id: keyId, company, view, rights, expires_at: expiresAt } = share;
  const endsAt = now.getTime() + shareSessionHours * 3_600_000;
  return {
    ...{ companyId, company, view, seesMoney: rights.includes('money') },
    session: sharePrefix + signViewerCookie(appSecret, { companyId, keyId }, now),
    expiresAt: new Date(Math.min(endsAt, expiresAt?.getTime() ?? endsAt)).toISOString(),
  };
}

/** Whether a session of this link works. It proves the password: another one ends all sessions. */
function hasSession(
  { appSecret }: OpenShareDeps,
  { company_id: companyId, key_id: keyId }: OpenableShare,
  session: string | undefined,
  now: Date,
): boolean {
  if (session === undefined) return false;
  return readShareSession(appSecret, companyId, session, now)?.keyId === keyId;
}

/** The attempts of one address at one link, so that none can use up those of others. */
const toLimit = ({ accessId, limitKey }: ShareRequest): AttemptLimit => ({
  key: `share-password/${accessId}/${limitKey}`,
  max: 10,
  windowSeconds: 900,
  reason: 'Too many wrong passwords.',
});

async function requirePassword(
  { db, hashes }: OpenShareDeps,
  { password_hash: stored, access_name, company }: OpenableShare & { password_hash: string },
  request: ShareRequest,
): Promise<void> {
  const { accessId, password, limitKey, network } = request;
  if (password === undefined || password === '')
    throw new AppError(401, 'password-required', 'This link has a password. Enter it to see the figures.');
  const limit = toLimit(request);
  const at = new Date();
  // Counted before the hash, so that simultaneous attempts are all counted.
  await consumeAttempt(db, limit, at);
  // An account of the queue for each address: the places of one cannot keep others waiting.
  const owner = { address: limitKey, network, account: `share ${accessId} ${limitKey}` };
  const given = await hashes.run(owner, () => hashPassword(password, readHashRecipe(stored)));
  if (isSameHash(given, stored)) return refundAttempt(db, limit.key, at);
  await recordFailure(db, {
    action: 'share.password-refused',
    object: `${access_name} of ${company}`,
    address: network,
  });
  throw new AppError(401, 'wrong-password', 'This password is not right. Check it, and try again.', {
    field: 'password',
  });
}
