import type { AlertFacts } from '../../../../contract/alerts/alerts.ts';
import type { StatsCompanyRow } from '../../stats/stats.ts';
import type { AlertFinding } from '../alert-finding.ts';
import { endOfDay, toInstant } from './local-day.ts';
import type { Unusual } from './rules/examine-day.ts';

type Company = Pick<StatsCompanyRow, 'id' | 'time_zone' | 'currency'>;

export const toFacts = (
  { time_zone: timeZone, currency }: Pick<Company, 'time_zone' | 'currency'>,
  facts: Pick<AlertFacts, 'kind'> & Partial<AlertFacts>,
): AlertFacts => ({
  ...{ name: '', timeZone, currency, day: null, firstHour: null, observed: null, low: null, high: null },
  ...{ since: null, expected: null, findings: null, reason: '' },
  ...facts,
});

/** An alert about a day or two hours of it, which is over when it is found. */
export function toDayFinding(
  company: Company,
  day: string,
  { kind, firstHour, observed, low, high }: Unusual,
  cause?: AlertFacts['cause'],
): AlertFinding {
  const { id: companyId, time_zone: timeZone } = company;
  return {
    ...{ companyId, subject: '', lasts: false },
    facts: toFacts(company, { kind, day, firstHour, observed, low, high, cause }),
    beganAt: firstHour === null ? endOfDay(day, timeZone) : toInstant(day, firstHour, timeZone),
  };
}
