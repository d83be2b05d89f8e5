import { brand } from '../../../contract/brand.ts';

/** `brand.supportHours` in numbers. */
const opensAtMinute = 9 * 60;
const closesAtMinute = 18 * 60;
const closedDays = ['Sat', 'Sun'];

export const demoMinutes = 30;
const stepMs = 30 * 60_000;
/** The team answers within a day; a demo comes after the answer. */
const earliestMs = 24 * 3_600_000;

const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: brand.timeZone,
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** The first half hour, a day from now or later, that lies within the support hours where the team is. */
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

const spoken = new Intl.DateTimeFormat('en-US', {
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
  return spoken.format(time);
}
