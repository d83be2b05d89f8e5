import { recordAudit } from '../../../platform/audit.ts';
import type { RequestContext } from '../../sessions/request-context.ts';
import { type Session, toActor } from '../../sessions/sessions.ts';
import type { Accounts } from '../accounts.ts';
import { updateName } from './self-service.queries.ts';

/** Changes the name. Not an identity: the audit log and the lists of administrators name the address. */
export async function changeName(
  { db }: Accounts,
  context: RequestContext,
  session: Session,
  name: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    await updateName(tx, session.userId, name);
    const record = { action: 'account.renamed', object: session.email, objectId: session.userId };
    await recordAudit(tx, toActor(session, context), record);
  });
}
