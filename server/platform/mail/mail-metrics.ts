import type { Db } from '../../db/client.ts';
import { aSample, type Metrics, type Tally } from '../metrics.ts';
import { type MailClass, mailClasses } from './mail-budgets.ts';
import { countWaiting } from './mail-store.ts';

const refreshEveryMs = 15_000;

export interface MailCounts {
  sent: Tally;
  withheld: Tally;
}

/** Mails by class: sent and withheld by this process, and those that wait in the database, as of the last look. */
export function measureMails(metrics: Metrics, db: Db): { counts: MailCounts; stop: () => void } {
  const sent = metrics.tally('northlight_mails_sent_total', 'Mails handed over, by class.', 'class');
  const withheld = metrics.tally(
    'northlight_mails_withheld_total',
    'Mails not sent because their mailbox had its share for the day, by class.',
    'class',
  );
  for (const mailClass of mailClasses) for (const tally of [sent, withheld]) tally.add(mailClass, 0);
  let waiting = new Map<MailClass, number>();
  metrics.add(() => ({
    name: 'northlight_mails_waiting',
    help: 'Mails that wait for their turn or for the mail server, by class; the same in every process.',
    kind: 'gauge',
    samples: mailClasses.map((each) => aSample(waiting.get(each) ?? 0, { class: each })),
  }));
  const refresh = async () => {
    waiting = await countWaiting(db.orm);
  };
  // While the database is away the last figures stand.
  const look = () => void refresh().catch(() => {});
  look();
  const timer = setInterval(look, refreshEveryMs).unref();
  return { counts: { sent, withheld }, stop: () => clearInterval(timer) };
}
