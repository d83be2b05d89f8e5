import type pg from 'pg';

/** What a restore ended, so that nothing given up after the backup works again. */
export interface EndedAccess {
  sessions: number;
  links: number;
}

/**
 * Ends what lets somebody in without a password or an access key: sessions, mailed links and codes, viewer
 * cookies. Some of them were signed out or used after the backup was made. Links that confirm a sign-up stay:
 * they open nothing without its password.
 */
export async function endAccess(client: pg.Client, tables: ReadonlySet<string>): Promise<EndedAccess> {
  // A backup of an old release may have none of these tables.
  const deleteAll = async (table: 'session' | 'verification') =>
    tables.has(table) ? ((await client.query(`DELETE FROM ${table}`)).rowCount ?? 0) : 0;
  // A viewer cookie names the id of the key it was given for: with another id the key works and the cookie does not.
  if (tables.has('access_keys')) await client.query('UPDATE access_keys SET id = gen_random_uuid()');
  return { sessions: await deleteAll('session'), links: await deleteAll('verification') };
}

/** Who and what can be entered after a restore, as it was in the moment of the backup. */
export interface ReturnedAccess {
  admins: { email: string; since: Date; hasTwoFactor: boolean }[];
  keys: { id: string; company: string; domain: string; madeAt: Date | null }[];
}

export async function listReturned(client: pg.Client): Promise<ReturnedAccess> {
  const admins = await client.query<ReturnedAccess['admins'][number]>(
    `SELECT u.email, r.created_at AS since, coalesce(u.two_factor_enabled, false) AS "hasTwoFactor"
     FROM user_roles r JOIN "user" u ON u.id = r.user_id WHERE r.role = 'admin' ORDER BY u.email`,
  );
  const keys = await client.query<ReturnedAccess['keys'][number]>(
    `SELECT c.id, c.name AS company, c.domain, k.created_at AS "madeAt"
     FROM companies c LEFT JOIN access_keys k ON k.company_id = c.id AND k.revoked_at IS NULL
     ORDER BY c.name, c.id`,
  );
  return { admins: admins.rows, keys: keys.rows };
}
