import cronParser from 'cron-parser';

/** pg-boss looks for due jobs once a minute, so seconds have no meaning. */
const fields = 5;
const yearMs = 366 * 86_400_000;

/** Whether the text has five fields with values that exist, and happens at all. */
export function isCronExpression(text: string): boolean {
  if (text.trim().split(/\s+/).length !== fields) return false;
  try {
    // An impossible date, such as 30 February, throws only here.
    cronParser.parseExpression(text, { utc: true }).next();
    return true;
  } catch {
    return false;
  }
}

/** The next time of a cron expression after an instant, in UTC. */
export function findNextTime(cron: string, after: Date): Date {
  return cronParser.parseExpression(cron, { utc: true, currentDate: after }).next().toDate();
}

/** The longest time between two times of a cron expression within the next year, in milliseconds. */
export function findLongestInterval(cron: string, after: Date): number {
  const times = cronParser.parseExpression(cron, { utc: true, currentDate: after });
  const first = times.next().getTime();
  let previous = first;
  let longest = 0;
  // A week of an hourly schedule.
  for (let index = 0; index < 7 * 24 && previous - first < yearMs; index += 1) {
    const next = times.next().getTime();
    longest = Math.max(longest, next - previous);
    previous = next;
  }
  return longest;
}
