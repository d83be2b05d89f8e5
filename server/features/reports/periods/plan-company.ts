import type { ReportKind } from '../../../../contract/reports/report-content.ts';
import { reportKinds } from '../../../../contract/reports/reports.ts';
import type { PlannedRow, ReportingCompany } from './planning.queries.ts';
import { findCurrentPeriod, listPastPeriods, type ReportPeriod } from './report-periods.ts';

type NewState = 'planned' | 'held' | 'released';

/** A change of the stored reports of a company. */
export type PlannedChange =
  | { do: 'add'; period: ReportPeriod; state: NewState }
  | { do: 'set'; id: string; state: Exclude<NewState, 'planned'> }
  | { do: 'move'; id: string; period: ReportPeriod }
  | { do: 'delete'; id: string };

/** Missing reports: the planned reports of the current periods, and those of past periods that are due. */
export function planCompany(
  company: ReportingCompany,
  rows: readonly PlannedRow[],
  now: Date,
): PlannedChange[] {
  const isOn = { weekly: company.is_weekly, monthly: company.is_monthly };
  return reportKinds
    .filter((kind) => isOn[kind])
    .flatMap((kind) =>
      planKind(
        kind,
        company,
        rows.filter((row) => row.kind === kind),
        now,
      ),
    );
}

function planKind(
  kind: ReportKind,
  company: ReportingCompany,
  rows: readonly PlannedRow[],
  now: Date,
): PlannedChange[] {
  const { time_zone: timeZone, week_start: weekStart } = company;
  const since = kind === 'weekly' ? company.weekly_since : company.monthly_since;
  const current = findCurrentPeriod(kind, { timeZone, weekStart }, now);
  // After the first day of the week changed, weeks overlap those before. No day is reported twice.
  const reported = rows.filter((row) => row.state !== 'planned');
  const isReported = ({ firstDay, lastDay }: ReportPeriod) =>
    reported.some((row) => row.first_day <= lastDay && row.last_day >= firstDay);
  const past = listPastPeriods(kind, { timeZone, weekStart }, { now, since }).filter(
    (period) => !isReported(period),
  );
  const find = ({ firstDay }: ReportPeriod) => rows.find((row) => row.first_day === firstDay);
  const changes = past.flatMap(({ isDue, isOld, ...period }): PlannedChange[] => {
    const row = find(period);
    const state = !isDue ? 'planned' : company.is_held || isOld ? 'held' : 'released';
    if (!row) return [{ do: 'add', period, state }];
    return row.state === 'planned' && state !== 'planned' ? [{ do: 'set', id: row.id, state }] : [];
  });
  const known = new Set([current, ...past].map(({ firstDay }) => firstDay));
  const stale = rows.filter((row) => row.state === 'planned' && !known.has(row.first_day));
  // Another first day of the week or another time zone moves the period: its comment moves with it.
  const moved = find(current) ? undefined : stale.find((row) => row.last_day >= current.firstDay);
  // If the current period is not reported, the comment waits for the next one.
  if (!isReported(current)) {
    if (moved) changes.push({ do: 'move', id: moved.id, period: current });
    else if (!find(current)) changes.push({ do: 'add', period: current, state: 'planned' });
  }
  const left = stale.filter((row) => row !== moved);
  return [...changes, ...left.map(({ id }): PlannedChange => ({ do: 'delete', id }))];
}
