import { addDays, toDayNumber } from '../../../../contract/rules/dates/calendar-days.ts';
import type { Jobs } from '../../../platform/jobs.ts';
import { checkDay } from './check-day.ts';
import { checkHours } from './check-hours.ts';
import { checkServer } from './check-server.ts';
import { checkSilences } from './check-silences.ts';
import { type CheckedCompany, listCheckedCompanies } from './detection.queries.ts';
import type { DetectionDeps } from './detection-deps.ts';
import { toInstant, toLocalMoment } from './local-day.ts';

const cron = '*/5 * * * *';
/** Shorter than the time after which a run counts as failed. The next run continues. */
const runMs = 200_000;
/** The part of it for checks of silent sites. */
const siteChecksMs = 60_000;
/** Events of the last minutes of a day or hour may still be under way. */
const hoursAfterDay = 1;
const minutesAfterHour = 5;
/** Older days are not worth an alert. Seven days still include the end of a month, which decides about goals. */
const missedDaysMax = 7;

export async function scheduleDetection(
  jobs: Pick<Jobs, 'schedule'>,
  {
    background,
    ...deps
  }: Omit<DetectionDeps, 'openReader' | 'server'> & {
    background: Promise<Pick<DetectionDeps, 'openReader' | 'server'>>;
  },
): Promise<void> {
  const failing = new Set<string>();
  await jobs.schedule('check-alerts', cron, async () => {
    await checkCompanies({ ...deps, ...(await background) }, new Date(), failing);
  });
}

/**
 * Looks for everything unusual: silences of all companies, then complete days and hours for as long as a run may last.
 * @param failing The companies that could not be examined, which come last in the next run so that they do not use up the time
 *   of the others. Changed here.
 */
export async function checkCompanies(
  deps: DetectionDeps,
  now: Date,
  failing: Set<string> = new Set(),
): Promise<void> {
  const endsAt = performance.now() + runMs;
  const companies = await listCheckedCompanies(deps.db);
  await checkSilences(deps, companies, { now, endsAt: performance.now() + siteChecksMs });
  await attempt(deps, null, () => checkServer(deps, now));
  const ordered = companies.toSorted((a, b) => Number(failing.has(a.id)) - Number(failing.has(b.id)));
  for (const company of ordered) {
    if (performance.now() > endsAt) return;
    const isExamined = await attempt(deps, company.id, () => checkCompany(deps, company, now));
    if (isExamined) failing.delete(company.id);
    else failing.add(company.id);
  }
}

/**
 * Examines one complete day or the hours of today. Missed days are examined one per run, oldest first, so that a
 * company with many of them does not use up the time of the others.
 */
async function checkCompany(deps: DetectionDeps, company: CheckedCompany, now: Date): Promise<void> {
  const { time_zone: timeZone, examined_day: examined, examined_until: until } = company;
  const { day, hour, minute } = toLocalMoment(now, timeZone);
  const yesterday = addDays(day, -1);
  if (hour >= hoursAfterDay && (examined === null || examined < yesterday)) {
    await checkDay(deps, company, { day: findNextDay(examined, yesterday), now });
    return;
  }
  const isHourDue = until === null || until < toInstant(day, hour, timeZone);
  // Without a profile there is nothing to compare hours with.
  if (examined !== null && isHourDue && hour >= 1 && minute >= minutesAfterHour)
    await checkHours(deps, company, { day, hour, now });
}

/** The oldest complete day that was not examined. A new company starts with yesterday. */
function findNextDay(examined: string | null, yesterday: string): string {
  if (examined === null) return yesterday;
  const missed = Math.min(toDayNumber(yesterday) - toDayNumber(examined), missedDaysMax);
  return addDays(yesterday, 1 - missed);
}

/** A company whose statistics cannot be read does not stop the others. Returns whether the work succeeded. */
async function attempt(
  { log }: Pick<DetectionDeps, 'log'>,
  companyId: string | null,
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (err) {
    log.warn({ err, companyId }, 'alerts could not be looked for');
    return false;
  }
}
