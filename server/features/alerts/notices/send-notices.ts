import { alertKindDefinitions } from '../../../../contract/alerts/alert-kinds.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import type { Db, Tx } from '../../../db/client.ts';
import type { MailDeps } from '../../../platform/mail/mail-brand.ts';
import { toSubscriptionToken } from '../../subscriptions/subscription-token.ts';
import { lockRecipient, type RecipientRow } from '../recipients/recipients.queries.ts';
import { type AlertLinks, alertMail } from './alert-mails.ts';
import { type AlertRow, findAlert } from './alerts.queries.ts';
import {
  countSentNotices,
  type DueNotice,
  isNoticeWanted,
  listDueNoticeIds,
  lockDueNotice,
  postponeNotice,
  type QuietColumns,
  setNoticeSent,
  withholdNotice,
} from './notices.queries.ts';
import { type QuietHours, toDayRange, toDueAt } from './quiet-hours.ts';

export interface NoticesDeps {
  db: Db;
  appSecret: string;
  mails: MailDeps;
  portals: AlertLinks['portals'];
  onError: (error: unknown) => void;
}

/** The most notices of a company and kind that one recipient gets. */
const noticesPerDay = 2;
/** Notices that one run of the job sends. */
const batchMax = 500;

/** Sends what is due: notices that waited for the end of quiet hours, and those of a process that ended. */
export async function sendDueNotices(deps: NoticesDeps, now: Date): Promise<void> {
  for (const id of await listDueNoticeIds(deps.db, now, batchMax)) {
    // One that fails stays due. It must not keep the others waiting.
    await sendNotice(deps, id, now).catch(deps.onError);
  }
}

/**
 * Sends a notice if it is due and nothing speaks against it by now. The mail is queued in the transaction that marks the
 * notice as sent, so that there is exactly one, whatever fails.
 */
export async function sendNotice(deps: NoticesDeps, id: string, now: Date): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const notice = await lockDueNotice(tx, id, now);
    if (!notice) return;
    // Locked: of several notices at once, the second counts the first.
    const recipient = await lockRecipient(tx, notice.recipient_id);
    const alert = await findAlert(tx, notice.alert_id);
    if (!recipient || !alert) return;
    const dueAt = toDueAt(now, toQuietHours(recipient));
    if (dueAt > now) return postponeNotice(tx, id, dueAt);
    const reason = await findObstacle(tx, { notice, recipient, alert, now });
    if (reason !== undefined) return withholdNotice(tx, id, reason);
    await deps.mails.mailer.queue(tx, { id, ...toMail(deps, { notice, recipient, alert, now }) });
    await setNoticeSent(tx, id, id, now);
  });
}

const moneyKinds = Object.entries(alertKindDefinitions).flatMap(([kind, definition]) =>
  'isMoney' in definition ? [kind] : [],
);

/**
 * Whether the mail of a notice, which has its id, may be sent now: it may have waited for the mail server for days. Pauses and quiet
 * hours are decided when it is queued.
 */
export const mayStillSendNotice = (tx: Tx, mailId: string): Promise<boolean> =>
  isNoticeWanted(tx, mailId, moneyKinds);

interface Sending {
  notice: DueNotice;
  recipient: RecipientRow;
  alert: AlertRow;
  now: Date;
}

/** Why a notice is not sent. The recipient may have changed since it was stored. */
async function findObstacle(tx: Tx, { notice, recipient, alert, now }: Sending): Promise<string | undefined> {
  if (recipient.unsubscribed_at !== null) return 'unsubscribed';
  if (recipient.muted_until !== null && recipient.muted_until > now) return 'muted';
  const { lasts, isMoney } = { lasts: false, isMoney: false, ...alertKindDefinitions[alert.kind] };
  if (!recipient.kinds.includes(alert.kind) || (isMoney && !recipient.sees_money)) return 'not-wanted';
  if (notice.event === 'ended') return undefined;
  if (lasts && alert.ended_at !== null) return 'over';
  const sent = await countSentNotices(tx, {
    ...{ recipientId: recipient.id, companyId: alert.company_id, kind: alert.kind },
    ...toDayRange(now, recipient.time_zone),
  });
  return sent < noticesPerDay ? undefined : 'limit';
}

function toMail({ mails, portals, appSecret }: NoticesDeps, { notice, recipient, alert, now }: Sending) {
  const { publicUrl, mailBrand } = mails;
  const token = toSubscriptionToken(appSecret, { kind: 'alert', recipientId: recipient.id });
  return alertMail(
    { publicUrl, mailBrand, portals },
    {
      ...{ alert, event: notice.event, recipient, now },
      unsubscribe: {
        page: `${publicUrl}/unsubscribe#${token}`,
        oneClick: publicUrl + apiPaths.unsubscribe(token),
      },
    },
  );
}

export function toQuietHours({ quiet_from: from, quiet_to: to, time_zone }: QuietColumns): QuietHours | null {
  return from === null || to === null ? null : { from, to, timeZone: time_zone };
}
