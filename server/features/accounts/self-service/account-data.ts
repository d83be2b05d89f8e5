import type { AccountData } from '../../../../contract/account/self-service.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { consumeAttempt } from '../../../platform/limits/attempts.ts';
import { toBrowserLabel } from '../../sessions/browser-label.ts';
import type { RequestContext } from '../../sessions/request-context.ts';
import { notSignedIn, type Session, toActor } from '../../sessions/sessions.ts';
import type { Accounts } from '../accounts.ts';
import { findMemberRow, type MemberRow } from '../team/team.queries.ts';
import { findPendingAddress } from './address-change.ts';
import {
  findUserRow,
  listActions,
  listMailsTo,
  listSignInMethods,
  listStoredSessions,
} from './self-service.queries.ts';
import { requireRecentSignIn } from './with-proof.ts';

/** Everything that is stored about the owner of the account, without secrets. Needs a recent sign-in. */
export async function exportAccountData(
  accounts: Accounts,
  context: RequestContext,
  session: Session,
): Promise<AccountData> {
  const { db } = accounts;
  const { userId, email } = session;
  requireRecentSignIn(session);
  // Each export is an entry of the audit log.
  await consumeAttempt(db, { key: `account-data/${userId}`, max: 20, windowSeconds: 3_600 });
  const account = await findUserRow(db, userId);
  if (!account) throw notSignedIn();
  const methods = await listSignInMethods(db, userId);
  const sessions = await listStoredSessions(db, userId);
  await recordAudit(db, toActor(session, context), { action: 'account.exported', object: email });
  return {
    createdAt: new Date().toISOString(),
    account: {
      id: account.id,
      email: account.email,
      name: account.name,
      isAddressConfirmed: account.emailVerified,
      hasTwoFactor: account.twoFactorEnabled === true,
      createdAt: account.createdAt.toISOString(),
      changedAt: account.updatedAt.toISOString(),
    },
    role: toRole(await findMemberRow(db, userId)),
    signInMethods: methods.map(({ providerId, accountId, createdAt }) => {
      const isPassword = providerId === 'credential';
      const kind = isPassword ? 'password' : providerId;
      return { kind, id: isPassword ? null : accountId, since: createdAt.toISOString() };
    }),
    sessions: sessions.map((each) => ({
      browser: toBrowserLabel(each.userAgent ?? ''),
      network: each.ipAddress ?? '',
      signedInAt: each.signedInAt.toISOString(),
      createdAt: each.createdAt.toISOString(),
      lastUsedAt: each.updatedAt.toISOString(),
      expiresAt: each.expiresAt.toISOString(),
    })),
    pendingAddress: (await findPendingAddress(accounts, session)).pending,
    actions: (await listActions(db, userId)).map(({ at, action, object, address }) => ({
      at: at.toISOString(),
      action,
      object,
      network: address,
    })),
    mails: (await listMailsTo(db, email)).map(({ subject, state, created_at, sent_at }) => ({
      subject,
      state,
      createdAt: created_at.toISOString(),
      sentAt: sent_at?.toISOString() ?? null,
    })),
  };
}

const toRole = (member: MemberRow | undefined) =>
  member
    ? {
        role: member.role,
        since: member.since.toISOString(),
        companies: Array.isArray(member.companies)
          ? member.companies.map(({ name }) => name)
          : member.companies,
      }
    : null;
