import { addDays, toDayNumber } from '../../../../contract/rules/dates/calendar-days.ts';
import { checkGoals } from './check-goals.ts';
import { checkOrders } from './check-orders.ts';
import { type CheckedCompany, type PastDays, readPastDays, storeProfile } from './detection.queries.ts';
import type { DetectionDeps } from './detection-deps.ts';
import { findCause } from './find-cause.ts';
import { toDayFinding } from './finding-facts.ts';
import { endOfDay, toInstant } from './local-day.ts';
import { profileDays, toProfile } from './profile.ts';
import { readHistory } from './read-history.ts';
import { examineDay, type Unusual } from './rules/examine-day.ts';
import { repeatedDays } from './rules/walk-history.ts';

/** Examines a complete day once, and computes what is usual from then on. Tries again in the next run while events are not counted. */
export async function checkDay(
  deps: DetectionDeps,
  company: CheckedCompany,
  { day, now }: { day: string; now: Date },
): Promise<void> {
  const { db } = deps;
  const { id: companyId, time_zone: timeZone } = company;
  const first = addDays(day, 1 - profileDays);
  const reader = deps.openReader();
  const history = await readHistory({ db, reader }, company, { first, last: day, now });
  if (history === null) return;
  const past = await readPastDays(db, { companyId, timeZone, since: toInstant(first, 0, timeZone) });
  const excluded = listExcluded(past);
  const explained = listExcluded({
    ...past,
    alerts: past.alerts.filter(({ kind }) => kind === 'silence'),
  });
  const unusual = examineDay(history, history.length - 1, { excluded, explained });
  for (const found of unusual) await recordUnusual(deps, company, { day, found, past, now });
  const isOdd = unusual.some(({ kind }) => kind === 'drop' || kind === 'spike');
  const profile = toProfile(history, isOdd ? new Set([...excluded, day]) : excluded);
  await checkOrders(deps, company, { profile, until: endOfDay(day, timeZone) });
  await checkGoals({ ...deps, reader }, company, { day, now });
  // Last: after a failure, the day is examined again, and what was recorded is not recorded twice.
  await storeProfile(db, { companyId, now, profile, examinedDay: day });
}

/** Records what is unusual about a day, unless an alert reported it within the last days. */
export async function recordUnusual(
  { openReader, alertLog }: DetectionDeps,
  company: CheckedCompany,
  { day, found, past, now }: { day: string; found: Unusual; past: PastDays; now: Date },
): Promise<void> {
  const { kind, firstHour } = found;
  if (company.kinds !== null && !company.kinds.includes(kind)) return;
  const isRepeated = past.alerts.some(
    (alert) => alert.kind === kind && alert.day !== null && isWithin(alert.day, day),
  );
  if (isRepeated) return;
  const isOfVisitors = kind === 'drop' || kind === 'spike';
  const asked = { day, firstHour, excluded: listExcluded(past), now };
  const cause = isOfVisitors ? await findCause(openReader(), company, asked) : undefined;
  await alertLog.record(toDayFinding(company, day, found, cause));
}

function isWithin(alertDay: string, day: string): boolean {
  const days = toDayNumber(day) - toDayNumber(alertDay);
  return days >= 0 && days <= repeatedDays;
}

/** Days with a note, silent ones, and those with an alert about visitors. */
export function listExcluded({ alerts, notes }: PastDays): Set<string> {
  const excluded = new Set(notes);
  for (const { kind, day, began_day: began, ended_day: ended } of alerts) {
    if (kind === 'drop' || kind === 'spike') excluded.add(day ?? began);
    if (kind !== 'silence') continue;
    for (let each = began; each <= ended; each = addDays(each, 1)) excluded.add(each);
  }
  return excluded;
}
