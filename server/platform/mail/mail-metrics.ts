import type { Db } from '../../db/client.ts';
import { type LabeledCounter, type Metrics, toSample } from '../metrics/metrics.ts';
import { type MailClass, mailClasses } from './mail-budgets.ts';
import { countWaiting } from './mails.queries.ts';

const refreshEveryMs = 15_000;

export interface MailCounts {
  sent: LabeledCounter;
  withheld: LabeledCounter;
}

/** Counts mails by class: sent and withheld by this process, and waiting in the database (read every 15 seconds). */
export function measureMails(metrics: Metrics, db: Db): { counts: MailCounts; stop: () => void } {
  const sent = metrics.labeledCounter('northlight_mails_sent_total', 'Mails delivered, by class.', 'class');
  const withheld = metrics.labeledCounter(
    'northlight_mails_withheld_total',
    'Mails not sent because the limit of their mailbox was reached, by class.',
    'class',
  );
  for (const mailClass of mailClasses) for (const counter of [sent, withheld]) counter.add(mailClass, 0);
  let waiting = new Map<MailClass, number>();
  metrics.addFamily(() => ({
    name: 'northlight_mails_waiting',
    help: 'Mails waiting for their budget or the mail server, by class. The same value in every process.',
    kind: 'gauge',
    samples: mailClasses.map((each) => toSample(waiting.get(each) ?? 0, { class: each })),
  }));
  const refresh = async () => {
    waiting = await countWaiting(db);
  };
  // While the database is unavailable, the last values are kept.
  const tryRefresh = () => void refresh().catch(() => {});
  tryRefresh();
  const timer = setInterval(tryRefresh, refreshEveryMs).unref();
  return { counts: { sent, withheld }, stop: () => clearInterval(timer) };
}
