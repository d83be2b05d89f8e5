import { brand } from '../../../contract/public/brand.ts';

/** `brand.supportHours` as numbers. */
const opensAtMinute = 9 * 60;
const closesAtMinute = 18 * 60;
const closedDays = ['Sat', 'Sun'];

export const demoMinutes = 30;
const stepMs = 30 * 60_000;
/** The team answers within a day, and the demo is after the answer. */
const earliestMs = 24 * 3_600_000;

const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: brand.timeZone,
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** The first half hour within the support hours (the team's time zone) that is at least a day from now. */
export function findDemoSlot(now: Date): Date {
  let start = Math.ceil((now.getTime() + earliestMs) / stepMs) * stepMs;
  while (!isOpen(new Date(start))) start += stepMs;
  return new Date(start);
}

function isOpen(start: Date): boolean {
  const parts = Object.fromEntries(clock.formatToParts(start).map(({ type, value }) => [type, value]));
  const minute = Number(parts.hour) * 60 + Number(parts.minute);
  return (
    !closedDays.includes(parts.weekday ?? '') &&
    minute >= opensAtMinute &&
    minute + demoMinutes <= closesAtMinute
  );
}

const demoTime = new Intl.DateTimeFormat('en-US', {
  timeZone: brand.timeZone,
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});

/** Such as "Monday, November 23 at 9:00 AM EST". */
export function formatDemoTime(time: Date): string {
  return demoTime.format(time);
}
