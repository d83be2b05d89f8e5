import type { Tx } from '../../db/client.ts';
import { notify } from '../../db/notifications.ts';
import { countAttempt } from '../../platform/limits/attempts.ts';
import { type Accounts, type Caller, toActor, toAttemptName } from '../accounts/accounts.ts';
import { newBrowserMail } from '../accounts/security-mails.ts';
import { toDeviceWords } from './browser-label.ts';
import { addDeviceCookie } from './known-browser.ts';
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
  tx: Tx,
  visitor: RequestContext,
  { user: { id, email }, headers, isKnownDevice }: Started,
): Promise<void> {
  const { appSecret, mailer, publicUrl } = accounts;
  const actor = { id, name: email, address: visitor.network };
  await recordSession(tx, actor, 'session.started');
  if (await deleteOldestSessions(tx, id, sessionsMax)) await notify(tx, { kind: 'rights-changed' });
  await addDeviceCookie(accounts, tx, headers, email);
  if (isKnownDevice) return;
  const key = `new-browser-mail/${toAttemptName(appSecret, email)}`;
  if ((await countAttempt(tx, { key, max: 5, windowSeconds: 3_600 })) > 0) return;
  const device = toDeviceWords(visitor.headers.get('user-agent') ?? '');
  await mailer.queue(
    tx,
    newBrowserMail(email, publicUrl, { device, network: visitor.network, at: new Date() }),
  );
}

/** A browser has one session: the one it came with ends when another begins. */
export async function endReplacedSession(
  tx: Tx,
  visitor: RequestContext,
  replaced: Caller | undefined,
): Promise<void> {
  if (!replaced || !(await deleteSession(tx, replaced.userId, replaced.sessionId))) return;
  await recordSession(tx, toActor(replaced, visitor), 'session.ended');
  await notify(tx, { kind: 'rights-changed' });
}
