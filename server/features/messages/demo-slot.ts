import { type Brand, isSupportDay, toMinute, type Weekday, weekdays } from '../../../contract/site/brand.ts';

type TeamHours = Pick<Brand, 'supportHours' | 'timeZone'>;

export const demoMinutes = 30;
const minuteMs = 60_000;
/** Clocks differ from UTC by a multiple of this. */
const stepMs = 15 * minuteMs;
/** The team answers within a day, and the demo is after the answer. */
const earliestMs = 24 * 3_600_000;
/** A week, and another one for hours that one day does not have because the clock is put forward. */
const searchedDays = 15;
const dayMinutes = 24 * 60;

/**
 * The first half hour of the clock within the support hours (the team's time zone) that is at least a day from now. Hours
 * without a half hour that is long enough for the demo: their beginning.
 */
export function findDemoSlot(now: Date, { supportHours, timeZone }: TeamHours): Date {
  const clock = createClock(timeZone);
  const opens = toMinute(supportHours.opens);
  const latest = toMinute(supportHours.closes) - demoMinutes;
  const earliest = Math.ceil((now.getTime() + earliestMs) / stepMs) * stepMs;
  const end = earliest + searchedDays * dayMinutes * minuteMs;
  if (Math.ceil(opens / 30) * 30 <= latest) {
    for (let start = earliest; start < end; start += stepMs) {
      const { day, minute } = clock(start);
      if (minute % 30 !== 0 || minute < opens || minute > latest) continue;
      if (isSupportDay(supportHours, day)) return new Date(start);
    }
  }
  for (let from = earliest; from < end; from += minuteMs) {
    from += ((opens - clock(from).minute + dayMinutes) % dayMinutes) * minuteMs;
    const { day, minute } = clock(from);
    // Another minute if the clock was put forward or back in between.
    if (minute === opens && isSupportDay(supportHours, day)) return new Date(from);
  }
  return new Date(earliest);
}

/** Reads the day of the week and the minutes since midnight that a clock of the time zone shows. */
function createClock(timeZone: string): (time: number) => { day: Weekday; minute: number } {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return (time) => {
    const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]));
    const day = weekdays.find((each) => each === parts.get('weekday'));
    if (!day) throw new Error(`no day of the week in the time zone ${timeZone}`);
    return { day, minute: Number(parts.get('hour')) * 60 + Number(parts.get('minute')) };
  };
}

/** Such as "Monday, November 23 at 9:00 AM EST". */
export function formatDemoTime(time: Date, { timeZone }: Pick<Brand, 'timeZone'>): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(time);
}
