import { alertKindDefinitions } from '../../../../contract/alerts/alert-kinds.ts';
import type { Db, Tx } from '../../../db/client.ts';
import type { Jobs } from '../../../platform/jobs.ts';
import { createUuidV7 } from '../../../platform/uuid-v7.ts';
import type { AlertEnd, AlertFinding, AlertLog } from '../alert-finding.ts';
import { enterOwnersIfEmpty } from '../recipients/owner-recipients.ts';
import { type MessageDeps, queueAlertMessages } from '../webhooks/alert-messages.ts';
import { usualSettings } from './alert-settings.ts';
import { endLastingAlert, insertAlert, lockAlertCompany } from './alerts.queries.ts';
import {
  insertNotices,
  listNoticeRecipients,
  listNotifiedRecipients,
  type NoticeRecipient,
  withholdWaiting,
} from './notices.queries.ts';
import { toDueAt } from './quiet-hours.ts';
import { toQuietHours } from './send-notices.ts';

export const noticeQueue = 'send-alert-notice';

export interface AlertLogDeps extends MessageDeps {
  db: Db;
  jobs: Pick<Jobs, 'send'>;
  /** Default: the clock of the system. */
  clock?: () => Date;
}

/** Stores alerts with their notices and messages: all or nothing, and each once. */
export function createAlertLog(deps: AlertLogDeps): AlertLog {
  const { db, clock = () => new Date() } = deps;
  return {
    record: (finding) => db.transaction((tx) => record(deps, tx, finding, clock())),
    end: (end) => db.transaction((tx) => endAlert(deps, tx, end, clock())),
  };
}

async function record(deps: AlertLogDeps, tx: Tx, finding: AlertFinding, now: Date): Promise<void> {
  const { companyId, subject, facts, beganAt, lasts } = finding;
  const { kind, day } = facts;
  if (companyId !== null) {
    const company = await lockAlertCompany(tx, companyId);
    const { kinds } = company?.settings ?? usualSettings;
    if (!company || !(kinds as readonly string[]).includes(kind)) return;
  }
  const id = createUuidV7(now);
  const isNew = await insertAlert(tx, {
    ...{ id, company_id: companyId, kind, subject, day, facts, began_at: beganAt, found_at: now },
    ended_at: lasts ? null : now,
  });
  if (!isNew) return;
  if (companyId === null) await enterOwnersIfEmpty(tx, now);
  const isMoney = 'isMoney' in alertKindDefinitions[kind];
  const recipients = await listNoticeRecipients(tx, { companyId, kind, isMoney });
  await addNotices(deps, tx, { alertId: id, event: 'began', recipients, now });
  await queueAlertMessages(deps, tx, { alertId: id, type: 'alert.began', now });
}

async function endAlert(deps: AlertLogDeps, tx: Tx, end: AlertEnd, now: Date): Promise<void> {
  const ended = await endLastingAlert(tx, end, end.endedAt);
  if (!ended) return;
  // First, because it waits for notices that are being sent: their recipients are read below.
  await withholdWaiting(tx, ended.id, 'over');
  const recipients = await listNotifiedRecipients(tx, ended.id);
  await addNotices(deps, tx, { alertId: ended.id, event: 'ended', recipients, now });
  await queueAlertMessages(deps, tx, { alertId: ended.id, type: 'alert.ended', now });
}

interface NewNotices {
  alertId: string;
  event: 'began' | 'ended';
  recipients: NoticeRecipient[];
  now: Date;
}

async function addNotices(
  { jobs }: AlertLogDeps,
  tx: Tx,
  { alertId, event, recipients, now: createdAt }: NewNotices,
): Promise<void> {
  const notices = recipients.map((recipient) => ({
    ...{ id: createUuidV7(createdAt), alertId, recipientId: recipient.id, event, createdAt },
    dueAt: toDueAt(createdAt, toQuietHours(recipient)),
  }));
  await insertNotices(tx, notices);
  for (const { id, dueAt } of notices) {
    if (dueAt <= createdAt) await jobs.send(tx, noticeQueue, id);
  }
}
