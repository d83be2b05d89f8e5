import { recordFailure } from '../../platform/audit.ts';
import type { RequestContext } from '../sessions/request-context.ts';
import { findUserByEmail } from './accounts.queries.ts';
import type { Accounts } from './accounts.ts';

/**
 * Writes a failed sign-in or code to the audit log. An entered address that has no account is not recorded: it may be a
 * password in the wrong field.
 */
export async function recordFailedAttempt(
  { db }: Pick<Accounts, 'db'>,
  { network }: Pick<RequestContext, 'network'>,
  { action, email }: { action: string; email: string },
): Promise<void> {
  const known = await findUserByEmail(db, email);
  await recordFailure(db, {
    action,
    object: known?.email ?? 'an address without an account',
    address: network,
  });
}
