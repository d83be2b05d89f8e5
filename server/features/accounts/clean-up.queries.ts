import type { Pool } from 'pg';

const unconfirmedDays = 7;

export async function deleteExpired(pool: Pool, now: Date): Promise<void> {
  await pool.query('DELETE FROM attempts WHERE ends_at < $1', [now]);
  await pool.query('DELETE FROM verification WHERE expires_at < $1', [now]);
  await pool.query('DELETE FROM session WHERE expires_at < $1', [now]);
  await pool.query('DELETE FROM "user" WHERE NOT email_verified AND created_at < $1', [
    new Date(now.getTime() - unconfirmedDays * 86_400_000),
  ]);
}
