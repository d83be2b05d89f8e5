import { formatDate } from '../../../figures/format.ts';

/** The time of an order in the company's time zone. */
export const formatOrderTime = (at: string, timeZone: string): string =>
  formatDate(at, { dateStyle: 'medium', timeStyle: 'short' }, timeZone);
