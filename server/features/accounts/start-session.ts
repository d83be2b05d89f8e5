import { countAttempt } from '../../platform/limits/attempts.ts';
import { newBrowserMail } from './account-notices.ts';
import { notifyRightsChanged } from './accounts.queries.ts';
import { type Accounts, type Caller, toActor, toAttemptName } from './accounts.ts';
import type { Transaction } from './auth-library.ts';
import { addDeviceCookie } from './device-cookie.ts';
import { toDeviceWords } from './device-words.ts';
import type { RequestContext } from './request-context.ts';
import { recordSession } from './session-audit.ts';
import { deleteOldestSessions, deleteSession } from './sessions.queries.ts';

/** Maximum number of concurrent sessions per account. */
const sessionsMax = 50;

interface Started {
  user: { id: string; email: string };
  /** Of the answer; the cookie that makes the browser known is added. */
  headers: Headers;
  isKnownDevice: boolean;
}

/** What goes with every new session: its audit entry, a known browser, and a mail about one that is new. */
export async function startSession(
  accounts: Accounts,
  transaction: Transaction,
  visitor: RequestContext,
  { user: { id, email }, headers, isKnownDevice }: Started,
): Promise<void> {
  const { appSecret, mailer, publicUrl } = accounts;
  const actor = { id, name: email, address: visitor.network };
  await recordSession(transaction, actor, 'session.started');
  if (await deleteOldestSessions(transaction, id, sessionsMax)) await notifyRightsChanged(transaction);
  await addDeviceCookie(accounts, transaction, headers, email);
  if (isKnownDevice) return;
  const key = `new-browser-mail/${toAttemptName(appSecret, email)}`;
  if ((await countAttempt(transaction, { key, max: 5, windowSeconds: 3_600 })) > 0) return;
  const device = toDeviceWords(visitor.headers.get('user-agent') ?? '');
  await mailer.queue(
    transaction,
    newBrowserMail(email, publicUrl, { device, network: visitor.network, at: new Date() }),
  );
}

/** A browser has one session: the one it came with ends when another begins. */
export async function endReplacedSession(
  transaction: Transaction,
  visitor: RequestContext,
  replaced: Caller | undefined,
): Promise<void> {
  if (!replaced || !(await deleteSession(transaction, replaced.userId, replaced.sessionId))) return;
  await recordSession(transaction, toActor(replaced, visitor), 'session.ended');
  await notifyRightsChanged(transaction);
}
