import { and, eq, ne } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { account, user } from '../../../db/schema/accounts.ts';

export interface IdentifiedUser {
  id: string;
  email: string;
  isConfirmed: boolean;
  hasTwoFactor: boolean;
}

const columns = {
  id: user.id,
  email: user.email,
  isConfirmed: user.emailVerified,
  twoFactorEnabled: user.twoFactorEnabled,
};

const toUser = ({
  twoFactorEnabled,
  ...row
}: { twoFactorEnabled: boolean | null } & Omit<IdentifiedUser, 'hasTwoFactor'>) => ({
  ...row,
  hasTwoFactor: twoFactorEnabled === true,
});

/** The account that a person at an identity provider is linked to. */
export async function findLinkedUser(
  tx: Tx,
  { providerId, accountId }: { providerId: string; accountId: string },
): Promise<IdentifiedUser | undefined> {
  const [found] = await tx.orm
    .select(columns)
    .from(account)
    .innerJoin(user, eq(user.id, account.userId))
    .where(and(eq(account.providerId, providerId), eq(account.accountId, accountId)))
    .limit(1);
  return found && toUser(found);
}

/** Ends every way to sign in to an account besides its password. */
export async function deleteIdentities(tx: Tx, userId: string): Promise<void> {
  await tx.orm.delete(account).where(and(eq(account.userId, userId), ne(account.providerId, 'credential')));
}

export async function findUserWithAddress(tx: Tx, email: string): Promise<IdentifiedUser | undefined> {
  const [found] = await tx.orm.select(columns).from(user).where(eq(user.email, email)).limit(1);
  return found && toUser(found);
}
