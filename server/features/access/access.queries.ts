import { and, eq, isNull, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import { accessKeys, companies } from '../../db/schema.ts';

type Orm = Pick<NodePgDatabase, 'insert'>;

export async function insertAccessKey(orm: Orm, row: typeof accessKeys.$inferInsert): Promise<void> {
  await orm.insert(accessKeys).values(row);
}

interface KeyOwner {
  key_id: string;
  company_id: string;
  name: string;
}

/** The company a current key opens; notes the time of use. */
export async function findKeyOwner(pool: Pool, lookup: Buffer): Promise<KeyOwner | undefined> {
  const found = await pool.query<KeyOwner>(
    `WITH used AS (
       UPDATE access_keys SET last_used_at = $2 WHERE lookup = $1 AND revoked_at IS NULL RETURNING id, company_id
     )
     SELECT used.id AS key_id, companies.id AS company_id, companies.name
     FROM used JOIN companies ON companies.id = used.company_id`,
    [lookup, new Date()],
  );
  return found.rows[0];
}

export async function isKeyCurrent(pool: Pool, companyId: string, keyId: string): Promise<boolean> {
  const found = await pool.query({
    name: 'is-key-current',
    text: 'SELECT 1 FROM access_keys WHERE company_id = $1 AND id = $2 AND revoked_at IS NULL',
    values: [companyId, keyId],
  });
  return found.rows.length === 1;
}

/** Which of these keys are still current. */
export async function findCurrentKeys(pool: Pool, keyIds: string[]): Promise<Set<string>> {
  const found = await pool.query<{ id: string }>(
    'SELECT id FROM access_keys WHERE id = ANY($1::uuid[]) AND revoked_at IS NULL',
    [keyIds],
  );
  return new Set(found.rows.map((row) => row.id));
}

export async function listSealedKeys(pool: Pool): Promise<{ company_id: string; sealed: Buffer }[]> {
  const found = await pool.query<{ company_id: string; sealed: Buffer }>(
    'SELECT company_id, sealed FROM access_keys WHERE revoked_at IS NULL',
  );
  return found.rows;
}

/** Two changes of one company's keys take turns. Gives its name, if it is there. */
export async function lockCompany(
  orm: Pick<NodePgDatabase, 'select'>,
  companyId: string,
): Promise<string | undefined> {
  const [locked] = await orm
    .select({ name: companies.name })
    .from(companies)
    .where(eq(companies.id, companyId))
    .for('update');
  return locked?.name;
}

export async function hasCompany(pool: Pool, companyId: string): Promise<boolean> {
  const found = await pool.query({
    name: 'has-company',
    text: 'SELECT 1 FROM companies WHERE id = $1',
    values: [companyId],
  });
  return found.rows.length === 1;
}

export async function revokeKeys(
  orm: Pick<NodePgDatabase, 'update'>,
  companyId: string,
  at: Date,
): Promise<void> {
  await orm
    .update(accessKeys)
    .set({ revoked_at: at })
    .where(and(eq(accessKeys.company_id, companyId), isNull(accessKeys.revoked_at)));
}

export async function notifyAccessEnded(
  orm: Pick<NodePgDatabase, 'execute'>,
  companyId: string,
): Promise<void> {
  await orm.execute(sql`SELECT pg_notify('northlight', ${`ended:${companyId}`})`);
}
