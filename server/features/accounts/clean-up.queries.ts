import type { Tx } from '../../db/client.ts';
import { toOldestSignIn } from '../sessions/session-store.ts';

/** How long an owner sees that an invitation expired, and its link is explained. */
const invitationsKeptDays = 30;

export async function deleteExpired(tx: Tx, now: Date): Promise<void> {
  await tx.query('DELETE FROM attempts WHERE ends_at < $1', [now]);
  await tx.query('DELETE FROM verification WHERE expires_at < $1', [now]);
  await tx.query('DELETE FROM session WHERE expires_at < $1 OR signed_in_at < $2', [
    now,
    toOldestSignIn(now),
  ]);
  await tx.query('DELETE FROM pending_sign_ups WHERE expires_at < $1', [now]);
  await tx.query('DELETE FROM address_changes WHERE expires_at < $1', [now]);
  await tx.query('DELETE FROM team_invitations WHERE expires_at < $1', [
    new Date(now.getTime() - invitationsKeptDays * 86_400_000),
  ]);
}
