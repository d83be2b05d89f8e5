import { formatDate } from '../../../figures/format.ts';
import { addMonths, lastDayOfMonth } from '../../../period/local-dates.ts';

interface OrderMonth {
  /** Local dates, both included. */
  from: string;
  to: string;
  /** Such as "October 2026". */
  label: string;
  /** A name relative to today. */
  note: string | undefined;
}

const shownMonths = 12;

/** The last twelve months, newest first. `today`: the local date of the company. */
export function listOrderMonths(today: string): OrderMonth[] {
  const notes = ['This month, so far', 'Last month'];
  return Array.from({ length: shownMonths }, (_, back) => {
    const from = addMonths(today, -back);
    return {
      from,
      to: lastDayOfMonth(from),
      label: formatDate(`${from}T12:00:00Z`, { month: 'long', year: 'numeric' }, 'UTC'),
      note: notes[back],
    };
  });
}
