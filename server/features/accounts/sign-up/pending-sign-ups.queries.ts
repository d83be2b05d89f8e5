import { and, count, desc, eq } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { pendingSignUps } from '../../../db/schema/accounts.ts';

export interface PendingSignUp {
  id: string;
  email: string;
  passwordHash: string;
}

const { id, email, passwordHash, createdAt } = pendingSignUps;
const columns = { id, email, passwordHash };

/** Above the number of sign-ups that the limits allow for one address. */
const listedMax = 1_000;

/** The pending sign-ups of an address, newest first. */
export async function listPendingSignUps(tx: Tx, address: string): Promise<PendingSignUp[]> {
  return tx.orm
    .select(columns)
    .from(pendingSignUps)
    .where(eq(email, address))
    .orderBy(desc(createdAt), desc(id))
    .limit(listedMax);
}

export async function countPendingSignUps(tx: Tx, address: string): Promise<number> {
  const [row] = await tx.orm.select({ count: count() }).from(pendingSignUps).where(eq(email, address));
  return row?.count ?? 0;
}

export async function findPendingSignUp(tx: Tx, signUpId: string): Promise<PendingSignUp | undefined> {
  const [found] = await tx.orm.select(columns).from(pendingSignUps).where(eq(id, signUpId)).limit(1);
  return found;
}

interface NewPendingSignUp extends PendingSignUp {
  createdAt: Date;
  expiresAt: Date;
}

/** Stores a sign-up. An earlier one with the same address and password keeps its id and expires later. */
export async function savePendingSignUp(tx: Tx, signUp: NewPendingSignUp): Promise<PendingSignUp> {
  const [saved] = await tx.orm
    .insert(pendingSignUps)
    .values(signUp)
    .onConflictDoUpdate({ target: [email, passwordHash], set: { expiresAt: signUp.expiresAt } })
    .returning(columns);
  if (!saved) throw new Error('the pending sign-up was not returned');
  return saved;
}

export async function extendPendingSignUp(tx: Tx, signUpId: string, until: Date): Promise<void> {
  await tx.orm.update(pendingSignUps).set({ expiresAt: until }).where(eq(id, signUpId));
}

/** Deletes all sign-ups of an address. Returns false if this one did not exist any more. */
export async function deletePendingSignUps(
  tx: Tx,
  signUp: Pick<PendingSignUp, 'id' | 'email'>,
): Promise<boolean> {
  const used = await tx.orm
    .delete(pendingSignUps)
    .where(and(eq(id, signUp.id), eq(email, signUp.email)))
    .returning({ id });
  await deletePendingSignUpsOf(tx, signUp.email);
  return used.length > 0;
}

/** Deletes all sign-ups of an address, which got an account in another way. */
export async function deletePendingSignUpsOf(tx: Tx, address: string): Promise<void> {
  await tx.orm.delete(pendingSignUps).where(eq(email, address));
}
