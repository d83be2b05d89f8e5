import { recordFailure } from '../../platform/audit.ts';
import { findUserByEmail } from './accounts.queries.ts';
import type { Accounts } from './accounts.ts';
import type { RequestContext } from './request-context.ts';

/**
 * Writes a refused sign-in or code to the audit log. What was typed as the address of no account stays out of it:
 * it may be a password in the wrong field.
 */
export async function noteRefusal(
  { db }: Pick<Accounts, 'db'>,
  { network }: Pick<RequestContext, 'network'>,
  { action, email }: { action: string; email: string },
): Promise<void> {
  const known = await findUserByEmail(db.orm, email);
  await recordFailure(db.orm, {
    action,
    object: known?.email ?? 'an address without an account',
    address: network,
  });
}
