import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { restoredAtIdentifier } from '../../schema/accounts.ts';

/** The lifetime of the cookie of known browsers. */
const knownBrowserDays = 180;

/** The number of sessions, links and codes that a restore ended. */
export interface EndedSessions {
  sessions: number;
  links: number;
}

/**
 * Ends everything that grants access without a password or an access key: sessions, mailed links, codes and invitations, viewer
 * cookies and known browsers. Otherwise those that were ended or used after the backup would work again. Links that
 * confirm a sign-up stay valid, because they also require its password.
 */
export async function endRestoredSessions(
  client: pg.Client,
  tables: ReadonlySet<string>,
  now: Date,
): Promise<EndedSessions> {
  // A backup of an old release may have none of these tables.
  const deleteAll = async (table: 'address_changes' | 'session' | 'verification') =>
    tables.has(table) ? ((await client.query(`DELETE FROM ${table}`)).rowCount ?? 0) : 0;
  // A viewer cookie contains the id of its access key. With a new id the key still works, but the cookie does not.
  if (tables.has('access_keys')) await client.query('UPDATE access_keys SET id = gen_random_uuid()');
  if (tables.has('access_links')) await client.query('DELETE FROM access_links');
  const changes = await deleteAll('address_changes');
  const ended = { sessions: await deleteAll('session'), links: changes + (await deleteAll('verification')) };
  // An invitation that was used or withdrawn after the backup must not work again.
  if (tables.has('team_invitations')) {
    const withdrawn = await client.query(
      'UPDATE team_invitations SET withdrawn_at = $1 WHERE used_at IS NULL AND withdrawn_at IS NULL',
      [now],
    );
    ended.links += withdrawn.rowCount ?? 0;
  }
  // The run that wrote this backup was not over when it was read.
  if (tables.has('backup_runs')) await client.query('DELETE FROM backup_runs WHERE finished_at IS NULL');
  if (tables.has('verification')) await recordRestore(client, now);
  return ended;
}

/**
 * The server ignores cookies of known browsers from before this time. The identifier is unique: all others are
 * hashes.
 */
async function recordRestore(client: pg.Client, now: Date): Promise<void> {
  await client.query(
    `INSERT INTO verification (id, identifier, value, created_at, updated_at, expires_at)
     VALUES ($1, $2, '', $3, $3, $3::timestamptz + make_interval(days => $4))`,
    [randomUUID(), restoredAtIdentifier, now, knownBrowserDays],
  );
}

/** Who has access after a restore, as in the backup. */
export interface RestoredAccess {
  members: { email: string; role: string; since: Date; hasTwoFactor: boolean }[];
  /** The access keys of companies. */
  keys: { id: string; company: string; domain: string; madeAt: Date | null }[];
  /** Everything else that opens portals or answers programs. `of`: the company, or which ones. */
  others: { kind: 'person' | 'share' | 'token'; name: string; of: string; madeAt: Date }[];
}

export async function listRestoredAccess(client: pg.Client, now: Date): Promise<RestoredAccess> {
  const members = await client.query<RestoredAccess['members'][number]>(
    `SELECT u.email, CASE r.role WHEN 'admin' THEN 'owner' ELSE r.role END AS role, r.created_at AS since, coalesce(u.two_factor_enabled, false) AS "hasTwoFactor"
     FROM user_roles r JOIN "user" u ON u.id = r.user_id ORDER BY u.email`,
  );
  const keys = await client.query<RestoredAccess['keys'][number]>(
    `SELECT c.id, c.name AS company, c.domain, k.created_at AS "madeAt"
     FROM companies c LEFT JOIN accesses a ON a.company_id = c.id AND a.kind = 'company'
     LEFT JOIN access_keys k ON k.access_id = a.id AND k.ends_at IS NULL
     ORDER BY c.name, c.id`,
  );
  const others = await client.query<RestoredAccess['others'][number]>(
    `SELECT a.kind, a.name, a.created_at AS "madeAt",
       coalesce(c.name, CASE WHEN a.has_all_companies THEN 'all companies' ELSE 'several companies' END) AS of
     FROM accesses a LEFT JOIN companies c ON c.id = a.company_id
     WHERE a.kind <> 'company' AND a.revoked_at IS NULL AND (a.expires_at IS NULL OR a.expires_at > $1)
     ORDER BY a.company_id IS NOT NULL, 4, a.kind, lower(a.name), a.id`,
    [now],
  );
  return { members: members.rows, keys: keys.rows, others: others.rows };
}
