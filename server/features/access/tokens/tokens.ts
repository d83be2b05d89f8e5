import { randomUUID, timingSafeEqual } from 'node:crypto';
import { type AccessRight, accessRights } from '../../../../contract/company/access-rights.ts';
import {
  type CreatedToken,
  type NewSharedToken,
  type NewToken,
  type Token,
  tokenLimits,
} from '../../../../contract/company/tokens.ts';
import type { Db, Tx } from '../../../db/client.ts';
import { lockForTransaction } from '../../../db/locks.ts';
import { notify } from '../../../db/notifications/notifications.ts';
import { type Actor, recordAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { claimIdempotencyKey, type IdempotencyClaim } from '../../../platform/idempotency/idempotency.ts';
import { endCurrentKey, insertAccess, insertKey } from '../accesses/accesses.queries.ts';
import { requireLockedCompany } from '../accesses/accesses.ts';
import { requireFuture } from '../accesses/invite-person.ts';
import { isTokenSecret, makeTokenSecret, toHint, toLookupKey, toTokenLookup } from './token-secret.ts';
import {
  endReplacedSecret,
  findCurrentSecret,
  findWorkingToken,
  insertTokenCompanies,
  listLockedCompanyIds,
  listTokenRows,
  lockTokenRow,
  revokeToken,
  setLastUsed,
  type TokenPlace,
  type TokenRow,
} from './tokens.queries.ts';

export interface TokensDeps {
  db: Db;
  appSecret: string;
}

const usedEveryMs = 60_000;

/** A working token of a request. */
export interface VerifiedToken {
  id: string;
  name: string;
  /** The secret that the request carries. */
  keyId: string;
  /** Its one company; null for a token of several. */
  companyId: string | null;
  rights: ReadonlySet<AccessRight>;
  filters: string[];
  endsAt: Date | null;
  /** Whether the company that was asked about exists and is one of its companies. */
  readsCompany: boolean;
}

/** The working token that a secret belongs to; undefined for anything else. Stores when it was used, by the minute. */
export async function findToken(
  { db, lookupKey }: { db: Db; lookupKey: Buffer },
  { secret, companyId }: { secret: string; companyId: string | null },
): Promise<VerifiedToken | undefined> {
  if (!isTokenSecret(secret)) return undefined;
  const now = new Date();
  const lookup = toTokenLookup(lookupKey, secret);
  const found = await findWorkingToken(db, { lookup, companyId, now });
  if (!found || !timingSafeEqual(found.lookup, lookup)) return undefined;
  const { id, name, filters, last_used_at: lastUsedAt } = found;
  if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() > usedEveryMs)
    await setLastUsed(db, id, now);
  return {
    ...{ id, name, filters, keyId: found.key_id, companyId: found.company_id, endsAt: found.ends_at },
    rights: new Set(accessRights.filter((right) => found.rights.includes(right))),
    readsCompany: found.reads_company,
  };
}

/** The tokens of a company, or with null those of several companies, newest first. */
export async function listTokens({ db }: Pick<TokensDeps, 'db'>, companyId: string | null): Promise<Token[]> {
  return (await listTokenRows(db, companyId, new Date())).map(toToken);
}

/** Who creates or replaces a token, and how a repeated request is recognized. */
export interface TokenRequest {
  by: Actor;
  claim?: IdempotencyClaim | undefined;
  /** The header of the request that the claim is made from. */
  idempotencyKey?: string | undefined;
}

/** Creates a token of one company. Only this answer, and that of the same request repeated, has its secret. */
export function createToken(
  deps: TokensDeps,
  companyId: string,
  wanted: NewToken,
  request: TokenRequest,
): Promise<CreatedToken> {
  return create(deps, wanted, request, async (tx) => {
    const company = await requireLockedCompany(tx, companyId);
    return { companyId, companyIds: [], hasAll: false, of: company, max: tokenLimits.perCompany };
  });
}

/** Creates a token of several or all companies. */
export function createSharedToken(
  deps: TokensDeps,
  { companies, ...wanted }: NewSharedToken,
  request: TokenRequest,
): Promise<CreatedToken> {
  const max = tokenLimits.ofSeveral;
  return create(deps, wanted, request, async (tx) => {
    await lockForTransaction(tx, { lock: 'shared-tokens' });
    if (companies === 'all')
      return { companyId: null, companyIds: [], hasAll: true, of: 'all companies', max };
    await requireCompanies(tx, companies);
    const of = companies.length === 1 ? 'one company' : `${companies.length} companies`;
    return { companyId: null, companyIds: companies, hasAll: false, of, max };
  });
}

interface Place {
  companyId: string | null;
  companyIds: string[];
  hasAll: boolean;
  /** The companies, as the audit log names them. */
  of: string;
  max: number;
}

function create(
  deps: TokensDeps,
  wanted: NewToken,
  request: TokenRequest,
  lockPlace: (tx: Tx) => Promise<Place>,
): Promise<CreatedToken> {
  requireFuture(wanted.expiresAt);
  const keyId = randomUUID();
  return deps.db.transaction(async (tx) => {
    const earlierId = await claimIdempotencyKey(tx, request.claim, keyId);
    const { companyId, companyIds, hasAll, of, max } = await lockPlace(tx);
    if (earlierId !== undefined) return answerAgain(tx, deps, companyId, earlierId, request);
    const now = new Date();
    if ((await listTokenRows(tx, companyId, now)).length >= max) throw tooMany(companyId, max);
    const tokenId = randomUUID();
    await insertAccess(tx, {
      ...{ id: tokenId, company_id: companyId, kind: 'token', name: wanted.name, has_all_companies: hasAll },
      rights: accessRights.filter((right) => (wanted.rights as readonly string[]).includes(right)),
      ...{ filters: wanted.filters, created_at: now, created_by: request.by.name },
      expires_at: wanted.expiresAt === null ? null : new Date(wanted.expiresAt),
    });
    if (companyIds.length > 0) await insertTokenCompanies(tx, tokenId, companyIds);
    const secret = await insertSecret(tx, deps, { keyId, companyId, tokenId }, request);
    await recordAudit(tx, request.by, {
      action: 'token.created',
      object: `${wanted.name} of ${of}`,
      ...(companyId === null ? {} : { objectId: companyId }),
    });
    await notify(tx, { kind: 'admin-topic-changed', topic: 'companies' });
    return { secret, token: toToken(await requireLockedToken(tx, { companyId, tokenId }, now)) };
  });
}

/** A token, and who acts on it. */
export interface TokenAction extends TokenPlace, TokenRequest {}

/**
 * Creates another secret of a token. The old secret works for another day.
 * @throws {AppError} 409 while an earlier one still works: of several requests at once, one gets a secret.
 */
export async function replaceToken(deps: TokensDeps, action: TokenAction): Promise<CreatedToken> {
  const { companyId, tokenId, by } = action;
  const keyId = randomUUID();
  return deps.db.transaction(async (tx) => {
    const now = new Date();
    const earlierId = await claimIdempotencyKey(tx, action.claim, keyId);
    const row = await requireLockedToken(tx, action, now);
    if (earlierId !== undefined) return answerAgain(tx, deps, companyId, earlierId, action);
    if (row.old_token_ends_at !== null) throw alreadyReplaced();
    if (row.expires_at !== null && row.expires_at <= now)
      throw new AppError(409, 'conflict', 'This token has expired. Create a new one.');
    const endsAt = new Date(now.getTime() + tokenLimits.overlapHours * 3_600_000);
    await endCurrentKey(tx, { companyId: companyId ?? null, accessId: tokenId, endsAt });
    const secret = await insertSecret(tx, deps, { keyId, companyId, tokenId }, action);
    await record(tx, by, 'token.replaced', row);
    return { secret, token: toToken(await requireLockedToken(tx, action, now)) };
  });
}

/** Ends the secret that was replaced, before its day is over. Streams that were opened with it end. */
export async function endReplacedToken({ db }: Pick<TokensDeps, 'db'>, action: TokenAction): Promise<void> {
  await db.transaction(async (tx) => {
    const now = new Date();
    const row = await requireLockedToken(tx, action, now);
    if (!(await endReplacedSecret(tx, action.tokenId, now)))
      throw new AppError(409, 'conflict', 'The replaced secret of this token has ended already.');
    await notify(tx, { kind: 'access-changed', accessId: action.tokenId });
    await record(tx, action.by, 'token.replaced-ended', row);
  });
}

/** Ends a token at once, with the streams that were opened with it. */
export async function endToken({ db }: Pick<TokensDeps, 'db'>, action: TokenAction): Promise<void> {
  await db.transaction(async (tx) => {
    const now = new Date();
    const row = await requireLockedToken(tx, action, now);
    await revokeToken(tx, action.tokenId, now);
    await notify(tx, { kind: 'access-changed', accessId: action.tokenId });
    await record(tx, action.by, 'token.ended', row);
  });
}

async function record(tx: Tx, by: Actor, action: string, row: TokenRow): Promise<void> {
  const [first, ...others] = row.companies ?? [];
  const several = row.has_all_companies ? 'all companies' : `${others.length + (first ? 1 : 0)} companies`;
  const of = row.company_id === null ? several : (first?.name ?? '');
  const objectId = row.company_id === null ? {} : { objectId: row.company_id };
  await recordAudit(tx, by, { action, object: `${row.name} of ${of}`, ...objectId });
  await notify(tx, { kind: 'admin-topic-changed', topic: 'companies' });
}

async function insertSecret(
  tx: Tx,
  { appSecret }: TokensDeps,
  { keyId, companyId, tokenId }: TokenPlace & { keyId: string },
  { idempotencyKey }: TokenRequest,
): Promise<string> {
  const secret = makeTokenSecret(appSecret, keyId, idempotencyKey);
  await insertKey(tx, {
    ...{ id: keyId, company_id: companyId, access_id: tokenId, hint: toHint(secret) },
    lookup: toTokenLookup(toLookupKey(appSecret), secret),
  });
  return secret;
}

/** The answer to a request that was answered before: the same secret, unless it was replaced or ended since. */
async function answerAgain(
  tx: Tx,
  { appSecret }: TokensDeps,
  companyId: string | null,
  keyId: string,
  { idempotencyKey }: TokenRequest,
): Promise<CreatedToken> {
  const current = await findCurrentSecret(tx, keyId);
  const secret = makeTokenSecret(appSecret, keyId, idempotencyKey);
  const row =
    current?.lookup.equals(toTokenLookup(toLookupKey(appSecret), secret)) &&
    (await lockTokenRow(tx, { companyId, tokenId: current.access_id }, new Date()));
  if (!row) throw alreadyReplaced();
  return { secret, token: toToken(row) };
}

async function requireLockedToken(tx: Tx, place: TokenPlace, now: Date): Promise<TokenRow> {
  const row = await lockTokenRow(tx, place, now);
  if (row) return row;
  throw new AppError(
    404,
    'not-found',
    'This token does not work any more. Reload the list to see those that do.',
  );
}

async function requireCompanies(tx: Tx, wanted: readonly string[]): Promise<void> {
  const known = await listLockedCompanyIds(tx, wanted);
  const index = wanted.findIndex((id) => !known.has(id));
  if (index === -1) return;
  throw new AppError(
    400,
    'invalid-request',
    'There is no company with this id. Reload the list of companies.',
    {
      field: `companies.${index}`,
    },
  );
}

const alreadyReplaced = () =>
  new AppError(
    409,
    'conflict',
    'This token is already replaced. Reload the list. It can be replaced again when the old secret has ended.',
  );

function tooMany(companyId: string | null, max: number): AppError {
  const message =
    companyId === null
      ? `There can be at most ${max} tokens of several companies. End one first.`
      : `A company has at most ${max} tokens. End one first.`;
  return new AppError(409, 'conflict', message);
}

const toToken = (row: TokenRow): Token => ({
  id: row.id,
  name: row.name,
  companies: row.has_all_companies ? 'all' : (row.companies ?? []),
  rights: accessRights.filter((right) => row.rights.includes(right)),
  filters: row.filters,
  expiresAt: row.expires_at?.toISOString() ?? null,
  ...{ createdAt: row.created_at.toISOString(), createdBy: row.created_by },
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  hint: row.hint,
  oldTokenEndsAt: row.old_token_ends_at?.toISOString() ?? null,
});
