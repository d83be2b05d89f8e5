import type { Report, ReportDelivery, ReportState } from '../../../../contract/reports/reports.ts';
import { toDateFormat } from '../../../../contract/rules/locale/intl-formats.ts';

const zone = { timeZone: 'UTC' } as const;
const toDate = (day: string) => new Date(`${day}T00:00:00Z`);

/** "October 2026", or the days of a week. */
export function toPeriodLabel({
  kind,
  firstDay,
  lastDay,
}: Pick<Report, 'kind' | 'firstDay' | 'lastDay'>): string {
  if (kind === 'monthly')
    return toDateFormat(['en-GB'], { month: 'long', year: 'numeric', ...zone }).format(toDate(firstDay));
  const format = toDateFormat(['en-GB'], { day: 'numeric', month: 'short', year: 'numeric', ...zone });
  return format.formatRange(toDate(firstDay), toDate(lastDay));
}

export const kindLabels: Record<Report['kind'], string> = { weekly: 'Weekly', monthly: 'Monthly' };

export const stateLabels: Record<ReportState, string> = {
  planned: 'Period is not over',
  held: 'Waits for review',
  released: 'Sent',
  skipped: 'Skipped',
};

export const deliveryLabels: Record<ReportDelivery['state'], string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
};

export const toCount = (count: number, one: string, several = `${one}s`): string =>
  count === 1 ? `1 ${one}` : `${count} ${several}`;

/** The state of the mails of a report. */
export function toMailsLabel({ mails, recipientCount }: Report): string {
  const { waiting, sent, failed, opened } = mails;
  if (waiting + sent + failed === 0) return recipientCount === 0 ? 'No recipients' : 'Being prepared';
  const parts = [
    waiting > 0 && `${waiting} waiting`,
    `${sent} sent`,
    opened > 0 && `${opened} opened`,
    failed > 0 && `${failed} failed`,
  ];
  return parts.filter(Boolean).join(' · ');
}
