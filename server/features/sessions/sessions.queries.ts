import { and, desc, eq, gt, ne, notInArray } from 'drizzle-orm';
import { type CompanyChoice, type Role, roles } from '../../../contract/account/roles.ts';
import type { Tx } from '../../db/client.ts';
import {
  account,
  restoredAtIdentifier,
  session,
  teamCompanies,
  user,
  userRoles,
} from '../../db/schema/accounts.ts';
import { toOldestSignIn } from './session-store.ts';

const listedMax = 100;

/** A signed-in team member, as open streams need it. */
export interface Member {
  role: Role;
  /** The companies it has. */
  companyIds: 'all' | ReadonlySet<string>;
}

/** The current sessions of a user, last used first, without their tokens. */
export function listSessionRows(tx: Tx, userId: string, now: Date) {
  const { id, userAgent, ipAddress, createdAt, updatedAt } = session;
  const oldest = toOldestSignIn(now);
  return tx.orm
    .select({ id, userAgent, ipAddress, createdAt, updatedAt })
    .from(session)
    .where(and(eq(session.userId, userId), gt(session.expiresAt, now), gt(session.signedInAt, oldest)))
    .orderBy(desc(session.updatedAt), desc(session.id))
    .limit(listedMax);
}

/** Returns whether the user had this session. */
export async function deleteSession(tx: Tx, userId: string, sessionId: string): Promise<boolean> {
  const gone = await tx.orm
    .delete(session)
    .where(and(eq(session.id, sessionId), eq(session.userId, userId)))
    .returning({ id: session.id });
  return gone.length > 0;
}

/** Deletes the sessions of a user, except `keptId`. Returns how many there were. */
export async function deleteSessions(tx: Tx, userId: string, keptId?: string): Promise<number> {
  const others = keptId === undefined ? undefined : ne(session.id, keptId);
  const gone = await tx.orm
    .delete(session)
    .where(and(eq(session.userId, userId), others))
    .returning({ id: session.id });
  return gone.length;
}

/** Whether the owner of a session has two-factor switched on; undefined if the session has ended. */
export async function findSessionOwner(
  tx: Tx,
  sessionId: string,
): Promise<{ hasTwoFactor: boolean } | undefined> {
  const [found] = await tx.orm
    .select({ hasTwoFactor: user.twoFactorEnabled })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(eq(session.id, sessionId))
    .limit(1);
  return found && { hasTwoFactor: found.hasTwoFactor === true };
}

/** Deletes the sessions of a user beyond the `keptMax` most recently used ones. Returns whether any were deleted. */
export async function deleteOldestSessions(tx: Tx, userId: string, keptMax: number): Promise<boolean> {
  const kept = tx.orm
    .select({ id: session.id })
    .from(session)
    .where(eq(session.userId, userId))
    .orderBy(desc(session.updatedAt), desc(session.id))
    .limit(keptMax);
  const gone = await tx.orm
    .delete(session)
    .where(and(eq(session.userId, userId), notInArray(session.id, kept)))
    .returning({ id: session.id });
  return gone.length > 0;
}

export async function findSessionId(tx: Tx, tokenHash: string): Promise<string | undefined> {
  const [found] = await tx.orm
    .select({ id: session.id })
    .from(session)
    .where(eq(session.token, tokenHash))
    .limit(1);
  return found?.id;
}

/** The hash of an account's password. */
export async function findPasswordHash(tx: Tx, email: string): Promise<string | undefined> {
  const [found] = await tx.orm
    .select({ hash: account.password })
    .from(account)
    .innerJoin(user, eq(user.id, account.userId))
    .where(and(eq(user.email, email), eq(account.providerId, 'credential')))
    .limit(1);
  return found?.hash ?? undefined;
}

/** The name of an account, and whether it has a password. */
export async function findProfile(tx: Tx, userId: string): Promise<{ name: string; hasPassword: boolean }> {
  const found = await tx.query<{ name: string; has_password: boolean }>({
    name: 'profile',
    text: `SELECT name, EXISTS (SELECT 1 FROM account
             WHERE user_id = $1 AND provider_id = 'credential' AND password IS NOT NULL) AS has_password
           FROM "user" WHERE id = $1`,
    values: [userId],
  });
  const [row] = found.rows;
  return { name: row?.name ?? '', hasPassword: row?.has_password ?? false };
}

/** The value that known-browser cookies are bound to: the password hash of the account, or its id without a password. */
export async function findBrowserBinding(tx: Tx, email: string): Promise<string | undefined> {
  const [found] = await tx.orm
    .select({ id: user.id, hash: account.password })
    .from(user)
    .leftJoin(account, and(eq(account.userId, user.id), eq(account.providerId, 'credential')))
    .where(eq(user.email, email))
    .limit(1);
  return found && (found.hash ?? found.id);
}

/** The stored role of an owner, which the specification names. */
export const ownerRole = 'admin';

/** Undefined for a value that this release does not know: it gives no rights. */
function toRole(stored: string): Role | undefined {
  return stored === ownerRole ? 'owner' : roles.find((known) => known !== 'owner' && known === stored);
}

export interface Membership {
  role: Role;
  /** Null for roles without companies. */
  companies: CompanyChoice | null;
}

interface StoredRights {
  role: string;
  companies: string | null;
}

/** An owner has every company. A manager without a readable choice has none. */
export function toMembership({ role: stored, companies }: StoredRights): Membership | undefined {
  const role = toRole(stored);
  if (role === undefined) return undefined;
  if (role === 'owner') return { role, companies: 'all' };
  if (role === 'support') return { role, companies: null };
  return { role, companies: companies === 'all' ? 'all' : 'chosen' };
}

/** The role of an account; undefined outside of the team. */
export async function findMembership(tx: Tx, userId: string): Promise<Membership | undefined> {
  const found = await tx.query<StoredRights>({
    name: 'membership',
    text: 'SELECT role, companies FROM user_roles WHERE user_id = $1',
    values: [userId],
  });
  const [row] = found.rows;
  return row && toMembership(row);
}

/** Whether a company was chosen for this manager. */
export async function hasTeamCompany(tx: Tx, userId: string, companyId: string): Promise<boolean> {
  const found = await tx.query({
    name: 'has-team-company',
    text: 'SELECT 1 FROM team_companies WHERE user_id = $1 AND company_id = $2',
    values: [userId, companyId],
  });
  return found.rows.length === 1;
}

export async function insertTeamCompany(tx: Tx, userId: string, companyId: string): Promise<void> {
  await tx.orm.insert(teamCompanies).values({ user_id: userId, company_id: companyId }).onConflictDoNothing();
}

/** Shown to owners. Does nothing for an account outside of the team. */
export async function storeSignIn(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx.orm.update(userRoles).set({ last_sign_in_at: at }).where(eq(userRoles.user_id, userId));
}

/** Whether this installation has any administrator. */
export async function hasAnyAdmin(tx: Tx): Promise<boolean> {
  const found = await tx.query({
    name: 'has-any-admin',
    text: `SELECT 1 FROM user_roles WHERE role = 'admin' LIMIT 1`,
  });
  return found.rows.length === 1;
}

/** The team member of each of these sessions. Sessions that have ended, or without a role, are missing. */
export async function listMemberSessions(
  tx: Tx,
  sessionIds: string[],
  { requiresTwoFactor, now }: { requiresTwoFactor: boolean; now: Date },
): Promise<Map<string, Member>> {
  const found = await tx.query<StoredRights & { id: string; company_ids: string[] | null }>({
    name: 'member-sessions',
    text: `SELECT s.id, r.role, r.companies,
             CASE WHEN r.companies = 'chosen'
               THEN ARRAY(SELECT c.company_id::text FROM team_companies c WHERE c.user_id = r.user_id) END AS company_ids
           FROM session s
           JOIN user_roles r ON r.user_id = s.user_id
           JOIN "user" u ON u.id = s.user_id
           WHERE s.id = ANY($1::text[]) AND s.expires_at > $2 AND s.signed_in_at > $4
             AND (u.two_factor_enabled OR NOT $3)`,
    values: [sessionIds, now, requiresTwoFactor, toOldestSignIn(now)],
  });
  const members = new Map<string, Member>();
  for (const { id, company_ids, ...stored } of found.rows) {
    const membership = toMembership(stored);
    if (!membership) continue;
    const { role, companies } = membership;
    members.set(id, { role, companyIds: companies === 'all' ? 'all' : new Set(company_ids) });
  }
  return members;
}

/** When a backup was last restored into this database; undefined if not within the last 180 days. */
export async function findRestoredAt(tx: Tx): Promise<Date | undefined> {
  const found = await tx.query<{ created_at: Date }>(
    'SELECT created_at FROM verification WHERE identifier = $1 ORDER BY created_at DESC LIMIT 1',
    [restoredAtIdentifier],
  );
  return found.rows[0]?.created_at;
}
