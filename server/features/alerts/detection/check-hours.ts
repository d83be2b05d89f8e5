import { addDays } from '../../../../contract/rules/dates/calendar-days.ts';
import { listExcluded, recordUnusual } from './check-day.ts';
import { checkOrders } from './check-orders.ts';
import { type CheckedCompany, findProfile, readPastDays, storeExaminedUntil } from './detection.queries.ts';
import type { DetectionDeps } from './detection-deps.ts';
import { toInstant } from './local-day.ts';
import { profileDays, storedProfile } from './profile.ts';
import { readHistory } from './read-history.ts';
import { examineHours, hourlyMin } from './rules/examine-day.ts';
import { hoursOfDay, toWeekday } from './rules/history.ts';

/** Shops with fewer orders a day are looked at once a day. */
const ordersPerDayMin = 24;

/** Examines the hours of today that are complete and were not examined before, of companies with enough visits in them. */
export async function checkHours(
  deps: DetectionDeps,
  company: CheckedCompany,
  { day, hour, now }: { day: string; hour: number; now: Date },
): Promise<void> {
  const { db } = deps;
  const { id: companyId, time_zone: timeZone, examined_until: until } = company;
  const examinedUntil = toInstant(day, hour, timeZone);
  const profile = storedProfile.safeParse(await findProfile(db, companyId)).data;
  const weekday = toWeekday(day) * hoursOfDay;
  const windows = Array.from({ length: Math.max(0, hour - 1) }, (_, firstHour) => firstHour).filter(
    (firstHour) => until === null || toInstant(day, firstHour + 2, timeZone) > until,
  );
  const rateOf = (at: number) => profile?.visits.hours[weekday + at] ?? 0;
  const busy = windows.filter((firstHour) => rateOf(firstHour) + rateOf(firstHour + 1) >= hourlyMin);
  const isBusyShop = (profile?.orders.perDay ?? 0) >= ordersPerDayMin;
  if (profile && (busy.length > 0 || isBusyShop)) {
    const today = await readHistory({ db, reader: deps.openReader() }, company, {
      first: day,
      last: day,
      now,
    });
    if (today === null) return;
    const since = toInstant(addDays(day, -profileDays), 0, timeZone);
    const past = await readPastDays(db, { companyId, timeZone, since });
    const excluded = listExcluded(past);
    const history = [...profile.history.filter((each) => each.day < day), ...today];
    for (const firstHour of busy) {
      const found = examineHours(history, history.length - 1, { firstHour, excluded });
      if (found) {
        await recordUnusual(deps, company, { day, found, past, now });
        // The others are about the same.
        break;
      }
    }
    if (isBusyShop)
      await checkOrders(deps, company, { profile: { ...profile, history }, until: examinedUntil });
  }
  await storeExaminedUntil(db, companyId, examinedUntil);
}
