import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { locales } from '../../../figures/format.ts';
import { summaryQuery } from '../../api/stats.ts';
import { PortalMark, portalNameOf } from '../../brand/portal-brand.tsx';
import { toFilterLabel } from '../filters/filter-labels.ts';
import { listFixedLabels } from '../filters/fixed-filters.tsx';
import { usePortal } from '../view/use-portal.ts';
import { formatRange, toPeriodName } from './view-in-words.ts';

/** The printed heading: what the figures of the report are about. */
export function PrintedHead() {
  const { company, view } = usePortal();
  const { data: summary } = useQuery(summaryQuery(company.id, view));
  const printedAt = usePrintTime();
  if (!summary || !printedAt) return null;

  const { timeZone, comparedRange } = summary;
  const hasTimes = 'from' in view.period && view.period.from.includes('T');
  const filters = [...listFixedLabels(company), ...view.filters.map(toFilterLabel)];
  const facts = [
    ['Period', [toPeriodName(view), formatRange(summary, timeZone, hasTimes)].filter(Boolean).join(': ')],
    ['Compared with', comparedRange ? formatRange(comparedRange, timeZone, hasTimes) : 'nothing'],
    ['Filters', filters.length === 0 ? 'none' : filters.join('; ')],
    ['Orders', summary.ordersCounted === 'verified' ? 'verified orders only' : undefined],
    ['Time zone', timeZone],
    [
      'Printed',
      new Intl.DateTimeFormat(locales(), { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(
        printedAt,
      ),
    ],
  ] as const;

  return (
    <div className="paper-only mt-4 border-y border-line py-3">
      <div className="flex items-start justify-between gap-8">
        <dl className="flex min-w-0 flex-wrap gap-x-8 gap-y-1">
          {facts.map(
            ([name, text]) =>
              text !== undefined && (
                <div key={name} className="flex min-w-0 gap-2">
                  <dt className="text-soft">{name}</dt>
                  <dd className="min-w-0 break-words">{text}</dd>
                </div>
              ),
          )}
        </dl>
        <div className="shrink-0">
          <PortalMark company={company} />
        </div>
      </div>
      <p className="mt-1 text-note text-soft">
        {summary.source === 'simulated' ? 'Demo data · ' : ''}
        {portalNameOf(company)}
      </p>
    </div>
  );
}

/** When the page was last printed. */
function usePrintTime(): Date | undefined {
  const [time, setTime] = useState<Date>();
  useEffect(() => {
    // The browser prints the page as it is when the event has been handled.
    const update = () => flushSync(() => setTime(new Date()));
    addEventListener('beforeprint', update);
    return () => removeEventListener('beforeprint', update);
  }, []);
  return time;
}
