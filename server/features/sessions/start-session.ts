import type { Tx } from '../../db/client.ts';
import { notify } from '../../db/notifications/notifications.ts';
import { toAttemptName } from '../../platform/limits/attempt-name.ts';
import { countAttempt } from '../../platform/limits/attempts.ts';
import { toBrowserLabel } from './browser-label.ts';
import { addKnownBrowserCookie } from './known-browser.ts';
import { newBrowserMail } from './new-browser-mail.ts';
import type { RequestContext } from './request-context.ts';
import { recordSession } from './session-audit.ts';
import { deleteOldestSessions, deleteSession, storeSignIn } from './sessions.queries.ts';
import { type Session, type Sessions, toActor } from './sessions.ts';

/** Maximum number of concurrent sessions per account. */
const sessionsMax = 50;

interface NewSession {
  user: { id: string; email: string };
  /** The headers of the response; the known-browser cookie is added to them. */
  headers: Headers;
  isKnownBrowser: boolean;
}

/**
 * Completes a session that the library has just created: writes the audit entry, makes the browser known and mails the
 * owner about a new one.
 */
export async function startSession(
  sessions: Sessions,
  tx: Tx,
  context: RequestContext,
  { user: { id, email }, headers, isKnownBrowser }: NewSession,
): Promise<void> {
  const { appSecret, mailer } = sessions;
  const actor = { id, name: email, address: context.network };
  await recordSession(tx, actor, 'session.started');
  await storeSignIn(tx, id, new Date());
  if (await deleteOldestSessions(tx, id, sessionsMax)) await notify(tx, { kind: 'rights-changed' });
  await addKnownBrowserCookie(sessions, tx, headers, email);
  if (isKnownBrowser) return;
  const key = `new-browser-mail/${toAttemptName(appSecret, email)}`;
  if ((await countAttempt(tx, { key, max: 5, windowSeconds: 3_600 })) > 0) return;
  const browser = toBrowserLabel(context.headers.get('user-agent') ?? '');
  await mailer.queue(
    tx,
    newBrowserMail(email, sessions, { browser, network: context.network, at: new Date() }),
  );
}

/** A browser has one session: a new one ends the session that the request was sent with. */
export async function endReplacedSession(
  tx: Tx,
  context: RequestContext,
  replaced: Session | undefined,
): Promise<void> {
  if (!replaced || !(await deleteSession(tx, replaced.userId, replaced.id))) return;
  await recordSession(tx, toActor(replaced, context), 'session.ended');
  await notify(tx, { kind: 'rights-changed' });
}
