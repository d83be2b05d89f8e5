import type { Pool } from 'pg';
import { toOldestSignIn } from './session-store.ts';

export async function deleteExpired(pool: Pool, now: Date): Promise<void> {
  await pool.query('DELETE FROM attempts WHERE ends_at < $1', [now]);
  await pool.query('DELETE FROM verification WHERE expires_at < $1', [now]);
  await pool.query('DELETE FROM session WHERE expires_at < $1 OR signed_in_at < $2', [
    now,
    toOldestSignIn(now),
  ]);
  await pool.query('DELETE FROM pending_sign_ups WHERE expires_at < $1', [now]);
}
