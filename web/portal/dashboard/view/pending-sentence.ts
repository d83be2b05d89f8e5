import type { PendingEvents } from '../../../../contract/stats/answers.ts';
import { formatCount, formatDate } from '../../../figures/format.ts';
import { readRenderTime } from '../../../ui/page-time.ts';

/** A sentence about events that are not counted yet. `now`: to leave out the date of a moment of today. */
export function toPendingSentence(
  pending: PendingEvents,
  timeZone: string,
  now = new Date(readRenderTime()),
): string {
  if (pending.kind === 'newest') {
    const day = (at: Date) => formatDate(at.toISOString(), { dateStyle: 'short' }, timeZone);
    const isToday = day(new Date(pending.countedUpTo)) === day(now);
    const time = formatDate(
      pending.countedUpTo,
      { ...(isToday ? {} : { dateStyle: 'medium' }), timeStyle: 'short' },
      timeZone,
    );
    const newest = pending.events > 1 ? `The newest ${formatCount(pending.events)} events` : 'Newer events';
    return `Counted up to ${time}. ${newest} follow as soon as they are processed; this page updates by itself.`;
  }
  const { counted } = pending;
  const last = counted.at(-1);
  if (!last)
    return 'The statistics are being prepared. The first numbers follow soon; this page updates by itself.';
  const { first } = counted.length === 1 ? last : { first: counted[0]?.first ?? last.first };
  const gaps = counted.length > 1 ? ', with gaps' : '';
  return `The statistics are being prepared. So far they count ${formatDays(first, last.last)}${gaps}; this page updates by itself.`;
}

function formatDays(first: string, last: string): string {
  // Noon in UTC, so that the date is the same everywhere.
  const format = (day: string) => formatDate(`${day}T12:00:00Z`, { dateStyle: 'medium' }, 'UTC');
  return first === last ? format(first) : `${format(first)} to ${format(last)}`;
}
