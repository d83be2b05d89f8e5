import { and, eq, gt, sql } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { addressChanges, user } from '../../../db/schema/accounts.ts';

export interface AddressChange {
  id: string;
  userId: string;
  newEmail: string;
  createdAt: Date;
  expiresAt: Date;
}

/** The pending change of an account. */
export async function findAddressChange(
  tx: Tx,
  userId: string,
  now: Date,
): Promise<AddressChange | undefined> {
  const [found] = await tx.orm
    .select()
    .from(addressChanges)
    .where(and(eq(addressChanges.userId, userId), gt(addressChanges.expiresAt, now)))
    .limit(1);
  return found;
}

/**
 * Stores a change in place of an earlier one of the account. A repeated request for the same address keeps the id, so
 * that the link of the first mail stays valid.
 */
export async function saveAddressChange(tx: Tx, change: AddressChange): Promise<AddressChange> {
  const { newEmail, createdAt, expiresAt } = change;
  const [saved] = await tx.orm
    .insert(addressChanges)
    .values(change)
    .onConflictDoUpdate({
      target: addressChanges.userId,
      set: {
        id: sql`CASE WHEN ${addressChanges.newEmail} = excluded.new_email THEN ${addressChanges.id} ELSE excluded.id END`,
        newEmail,
        createdAt,
        expiresAt,
      },
    })
    .returning();
  if (!saved) throw new Error('the change of address was not returned');
  return saved;
}

/** Deletes the pending change of an account. Returns it, if there was one. */
export async function deleteAddressChange(tx: Tx, userId: string): Promise<AddressChange | undefined> {
  const [gone] = await tx.orm.delete(addressChanges).where(eq(addressChanges.userId, userId)).returning();
  return gone;
}

/** Changes the address of an account to a confirmed one. */
export async function updateAddress(tx: Tx, userId: string, email: string): Promise<void> {
  await tx.orm
    .update(user)
    .set({ email, emailVerified: true, updatedAt: new Date() })
    .where(eq(user.id, userId));
}
