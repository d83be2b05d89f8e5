import type { PortalView } from '../../../../contract/stats/view.ts';
import { locales } from '../../../figures/format.ts';
import { periodLabels } from '../../../period/period-labels.ts';

/** The name of a period; undefined for two dates or times, which say it themselves. */
export const toPeriodName = ({ period }: PortalView): string | undefined =>
  'period' in period ? periodLabels[period.period] : undefined;

interface Range {
  from: string;
  /** Excluded. */
  to: string;
}

/** "1 – 30 Nov 2026"; with times if the range does not end with a day. */
export function formatRange({ from, to }: Range, timeZone: string, hasTimes: boolean): string {
  const format = new Intl.DateTimeFormat(locales(), {
    timeZone,
    ...{ day: 'numeric', month: 'short', year: 'numeric' },
    ...(hasTimes && { hour: 'numeric', minute: '2-digit' }),
  });
  const end = new Date(to).getTime();
  return format.formatRange(new Date(from), new Date(hasTimes ? end : end - 1));
}
