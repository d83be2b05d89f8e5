import type { ReactNode } from 'react';
import { formatCount, formatMetric, toChange } from '../../../figures/format.ts';
import { MetricChange } from '../../../figures/metric-change.tsx';
import type { Listed } from '../model/overview-columns.ts';
import { type CompaniesSum, sumCompanies } from '../model/sum-companies.ts';

/** The sums of the listed companies. Revenue has a line for each currency. */
export function OverviewTotals({ listed }: { listed: readonly Listed[] }) {
  const sum = sumCompanies(listed);
  const { visitors, visitorsBefore, orders, live, revenue } = sum;
  const note = toNote(sum, listed.length);
  return (
    <section aria-label="Totals">
      <dl className="grid grid-cols-3 gap-x-6 gap-y-4 border-y border-line py-4 sm:grid-cols-[auto_auto_auto_minmax(0,1fr)] sm:gap-x-12">
        <Total label="Live now">{formatCount(live)}</Total>
        <Total label="Visitors">
          {formatCount(visitors)}{' '}
          <MetricChange
            metric="visitors"
            change={toChange('visitors', visitors, visitorsBefore)}
            compared={visitorsBefore === null ? undefined : formatCount(visitorsBefore)}
          />
        </Total>
        <Total label="Orders">{formatCount(orders)}</Total>
        <div className="max-sm:col-span-3">
          <dt className="text-note text-soft">Revenue</dt>
          <dd className="mt-0.5">
            {revenue.length === 0 ? (
              <span className="text-[1.1875rem] leading-tight text-soft">–</span>
            ) : (
              <ul className="flex flex-wrap gap-x-8 gap-y-1">
                {revenue.map(({ currency, companies, revenue: amount }) => (
                  <li key={currency} className="whitespace-nowrap">
                    <span className="text-[1.1875rem] leading-tight font-medium tabular">
                      {formatMetric('revenue', amount, currency)}
                    </span>{' '}
                    <span className="text-note text-soft">
                      {currency}, {companies === 1 ? '1 company' : `${companies} companies`}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </dd>
        </div>
      </dl>
      <p role="status" className="mt-2 text-note text-soft tabular empty:hidden">
        {note}
      </p>
    </section>
  );
}

function Total({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-note text-soft">{label}</dt>
      <dd className="mt-0.5 text-[1.1875rem] leading-tight font-medium tabular">{children}</dd>
    </div>
  );
}

/** What the sums do not have. */
function toNote({ counted, withDemoData }: CompaniesSum, companies: number): string {
  const isComplete = counted + withDemoData === companies;
  const parts = [
    !isComplete && `${counted + withDemoData} of ${companies} companies counted so far.`,
    withDemoData > 0 &&
      `Demo data of ${withDemoData === 1 ? '1 company is' : `${withDemoData} companies is`} left out of the totals.`,
  ];
  return parts.filter(Boolean).join(' ');
}
