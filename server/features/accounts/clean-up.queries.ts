import type { Tx } from '../../db/client.ts';
import { toOldestSignIn } from '../sessions/session-store.ts';

export async function deleteExpired(tx: Tx, now: Date): Promise<void> {
  await tx.query('DELETE FROM attempts WHERE ends_at < $1', [now]);
  await tx.query('DELETE FROM verification WHERE expires_at < $1', [now]);
  await tx.query('DELETE FROM session WHERE expires_at < $1 OR signed_in_at < $2', [
    now,
    toOldestSignIn(now),
  ]);
  await tx.query('DELETE FROM pending_sign_ups WHERE expires_at < $1', [now]);
  await tx.query('DELETE FROM address_changes WHERE expires_at < $1', [now]);
}
