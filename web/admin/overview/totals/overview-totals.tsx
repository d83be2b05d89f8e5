import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { formatCount, formatMetric, toChange } from '../../../figures/format.ts';
import { MetricChange } from '../../../figures/metric-change.tsx';
import { classNames } from '../../../ui/class-names.ts';
import type { Listed } from '../model/overview-columns.ts';
import { type CompaniesSum, type CurrencySum, sumCompanies } from '../model/sum-companies.ts';

const none = '–';

/** The sums of the listed companies. Revenue has a line for each currency. Phones show one line, which opens them. */
export function OverviewTotals({ listed }: { listed: readonly Listed[] }) {
  const sum = sumCompanies(listed);
  const { visitors, visitorsBefore, orders, revenue } = sum;
  const note = toNote(sum, listed.length);
  const isCounted = sum.counted > 0;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-label="Totals">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-11 w-full items-center gap-x-4 border-y border-line text-left text-[0.9375rem] font-medium tabular sm:hidden"
      >
        <span className="min-w-0 truncate">{isCounted ? toLine(sum) : 'Totals'}</span>
        <ChevronDown
          className={classNames('ml-auto size-5 shrink-0 text-soft', isOpen && 'rotate-180')}
          strokeWidth={1.5}
          aria-hidden="true"
        />
      </button>
      <dl
        id={id}
        className={classNames(
          'grid grid-cols-2 gap-x-6 gap-y-4 border-line py-4 max-sm:border-b sm:border-y sm:grid-cols-[auto_auto_minmax(0,1fr)] sm:gap-x-14',
          !isOpen && 'max-sm:hidden',
        )}
      >
        <Total label="Visitors">
          {isCounted ? formatCount(visitors) : none}{' '}
          <MetricChange
            metric="visitors"
            change={toChange('visitors', visitors, visitorsBefore)}
            compared={visitorsBefore === null ? undefined : formatCount(visitorsBefore)}
          />
        </Total>
        <Total label="Orders">{isCounted ? formatCount(orders) : none}</Total>
        <div className="max-sm:col-span-2">
          <dt className="text-note text-soft">Revenue</dt>
          <dd className="mt-0.5">
            {revenue.length === 0 ? (
              <span className="text-[1.1875rem] leading-tight text-soft">{none}</span>
            ) : (
              <ul className="flex flex-wrap gap-x-8 gap-y-1">
                {revenue.map((each) => (
                  <RevenueLine key={each.currency} {...each} />
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

function RevenueLine({ currency, companies, revenue }: CurrencySum) {
  const amount = formatMetric('revenue', revenue, currency);
  // Several currencies have the same sign.
  const code = amount.includes(currency) ? '' : `${currency}, `;
  return (
    <li className="whitespace-nowrap">
      <span className="text-[1.1875rem] leading-tight font-medium tabular">{amount}</span>{' '}
      <span className="text-note text-soft">
        {code}
        {companies === 1 ? '1 company' : `${companies} companies`}
      </span>
    </li>
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

/** The sums in one line. Amounts of different currencies have no sum, so that only one has a place. */
function toLine({ visitors, orders, revenue }: CompaniesSum): string {
  const [only, ...others] = revenue;
  const sales =
    only && others.length === 0
      ? `${formatMetric('revenue', only.revenue, only.currency)} revenue`
      : `${formatCount(orders)} ${orders === 1 ? 'order' : 'orders'}`;
  return `${formatCount(visitors)} ${visitors === 1 ? 'visitor' : 'visitors'}, ${sales}`;
}

/** Names the companies that the sums do not have. */
function toNote({ counted, withDemoData }: CompaniesSum, companies: number): string {
  const isComplete = counted + withDemoData === companies;
  const parts = [
    !isComplete && `${counted + withDemoData} of ${companies} companies counted so far.`,
    withDemoData > 0 &&
      `Demo data of ${withDemoData === 1 ? '1 company is' : `${withDemoData} companies is`} left out of the totals.`,
  ];
  return parts.filter(Boolean).join(' ');
}
