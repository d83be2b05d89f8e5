import type { AlertBacktest, AlertFacts } from '../../../../contract/alerts/alerts.ts';
import { alertLimits } from '../../../../contract/alerts/alerts.ts';
import { addDays } from '../../../../contract/rules/dates/calendar-days.ts';
import type { Db } from '../../../db/client.ts';
import { unavailable } from '../../../platform/errors.ts';
import { requireStatsCompany, type StatsCompanyRow, type StatsReader } from '../../stats/stats.ts';
import { readPastDays } from './detection.queries.ts';
import { findCause } from './find-cause.ts';
import { toDayFinding, toFacts } from './finding-facts.ts';
import { toInstant, toLocalMoment } from './local-day.ts';
import { profileDays } from './profile.ts';
import { readHistory } from './read-history.ts';
import { type Firing, walkHistory } from './rules/walk-history.ts';

/** The newest findings whose cause is looked for: each takes several statements, and a member waits for the answer. */
const explainedMax = 5;

/**
 * The findings that the rules would have had in the last complete days, with what was known on each of them. Kinds that a company has
 * switched off are found as well, so that they can be judged before they are switched on.
 */
export async function runBacktest(
  deps: { db: Db; reader: StatsReader },
  companyId: string,
  now: Date,
): Promise<AlertBacktest> {
  const company = await requireStatsCompany(deps.db, companyId);
  const { time_zone: timeZone } = company;
  const lastDay = addDays(toLocalMoment(now, timeZone).day, -1);
  const firstDay = addDays(lastDay, 1 - alertLimits.backtestDays);
  const first = addDays(firstDay, -profileDays);
  const history = await readHistory(deps, company, { first, last: lastDay, now });
  if (history === null) throw unavailable();
  const since = toInstant(first, 0, timeZone);
  const { notes } = await readPastDays(deps.db, { companyId, timeZone, since });
  const from = history.findIndex(({ day }) => day >= firstDay);
  const firings = from < 0 ? [] : await walkHistory(history, { from, noted: new Set(notes) });
  const ofVisitors = firings.filter(({ found: { kind } }) => kind === 'drop' || kind === 'spike');
  const excluded = new Set([...notes, ...ofVisitors.map(({ day }) => day)]);
  const causes = new Map<Firing, AlertFacts['cause']>();
  for (const firing of ofVisitors.slice(-explainedMax)) {
    const { day, found } = firing;
    if ('gap' in found) continue;
    const asked = { day, firstHour: found.firstHour, excluded, now };
    causes.set(firing, await findCause(deps.reader, company, asked));
  }
  return {
    ...{ firstDay, lastDay },
    firings: firings.map((firing) => toAnswer(company, firing, causes.get(firing))),
  };
}

function toAnswer(
  company: StatsCompanyRow,
  { day, found }: Firing,
  cause: AlertFacts['cause'],
): AlertBacktest['firings'][number] {
  if (!('gap' in found)) return { day, facts: toDayFinding(company, day, found, cause).facts };
  const { kind, since, gap } = found;
  const at = toInstant(since.day, since.hour, company.time_zone).toISOString();
  return { day, facts: toFacts(company, { kind, since: at, expected: gap.expected }) };
}
