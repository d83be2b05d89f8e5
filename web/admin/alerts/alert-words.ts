import type { AlertKind } from '../../../contract/alerts/alert-kinds.ts';
import { toAlertPath } from '../../../contract/alerts/alert-path.ts';
import type { Alert, AlertFacts } from '../../../contract/alerts/alerts.ts';
import { describeAlert } from '../../../contract/alerts/describe-alert.ts';

// The sentences are in English, so numbers and dates use the browser's locale only if it is an English one.
const locale = () => (navigator.language.startsWith('en') ? navigator.language : 'en-GB');

export const putInWords = (facts: AlertFacts, now: number, isOver = false) =>
  describeAlert(facts, locale(), new Date(now), isOver);

/** The page that helps with an alert. */
export function toHelpfulPage({ companyId, facts: { kind } }: Alert): { to: string; label: string } {
  const label = companyId === null ? serverLabels[kind] : companyLabels[kind];
  return {
    to: toAlertPath(companyId, kind),
    label: label ?? (companyId === null ? 'Health of the server' : 'Portal'),
  };
}

const serverLabels: Partial<Record<AlertKind, string>> = { job: 'Background jobs' };
const companyLabels: Partial<Record<AlertKind, string>> = {
  silence: 'Check my site',
  'rejected-events': 'Rejected events',
  'no-orders': 'Orders',
  refunds: 'Orders',
};

/** "40 min", "5 h", "3 days". */
export function formatDuration(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}
