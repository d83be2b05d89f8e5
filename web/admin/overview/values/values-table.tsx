import type { Currency } from '../../../../contract/company/companies.ts';
import type { OverviewDimension, OverviewValues } from '../../../../contract/company/overview.ts';
import { formatCount, formatMetric } from '../../../figures/format.ts';
import { toValueLabel } from '../../../figures/value-labels.ts';
import { classNames } from '../../../ui/class-names.ts';

type ValueRow = OverviewValues['rows'][number];

/** The currencies in which orders were counted, most orders first. */
function listCurrencies(rows: readonly ValueRow[]): Currency[] {
  const orders = new Map<Currency, number>();
  for (const { currencies } of rows)
    for (const each of currencies)
      if (each.orders > 0 || each.revenue !== 0)
        orders.set(each.currency, (orders.get(each.currency) ?? 0) + each.orders);
  return [...orders].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([currency]) => currency);
}

interface ValuesTableProps {
  dimension: OverviewDimension;
  label: string;
  rows: readonly ValueRow[];
}

const heading = 'px-3 max-sm:px-2 text-note font-medium whitespace-nowrap text-soft first:pl-0 last:pr-0';
const figure = 'px-3 max-sm:px-2 py-2.5 text-right whitespace-nowrap tabular last:pr-0';

/** Orders and revenue have columns for each currency: they are never added up. */
export function ValuesTable({ dimension, label, rows }: ValuesTableProps) {
  const currencies = listCurrencies(rows);
  const most = Math.max(1, ...rows.map(({ visitors }) => visitors));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it where many currencies do not fit
    <section aria-label={label} tabIndex={0} className="relative overflow-x-auto">
      <table className="w-full border-separate border-spacing-0 text-[0.9375rem]">
        <caption className="sr-only">{label}</caption>
        <thead>
          {currencies.length > 0 && (
            <tr>
              <td colSpan={3} />
              {currencies.map((currency) => (
                <th
                  key={currency}
                  scope="colgroup"
                  colSpan={2}
                  className={classNames(heading, 'text-right text-ink')}
                >
                  {currency}
                </th>
              ))}
            </tr>
          )}
          <tr className="*:border-b *:border-strong *:pb-2">
            <th scope="col" className={classNames(heading, 'w-full min-w-40 text-left max-sm:min-w-32')}>
              {label}
            </th>
            <th scope="col" className={classNames(heading, 'text-right')}>
              Visitors
            </th>
            <th scope="col" className={classNames(heading, 'text-right')}>
              Companies
            </th>
            {currencies.flatMap((currency) => [
              <th key={`${currency} orders`} scope="col" className={classNames(heading, 'pl-6 text-right')}>
                Orders
              </th>,
              <th key={`${currency} revenue`} scope="col" className={classNames(heading, 'text-right')}>
                Revenue
              </th>,
            ])}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.value} className="*:border-b *:border-line hover:bg-raised">
              <th
                scope="row"
                className="relative min-w-40 py-2.5 max-sm:min-w-32 pr-3 pl-2.5 text-left font-normal break-words"
              >
                <span
                  aria-hidden="true"
                  className="absolute inset-y-1.5 left-0 rounded-[5px] bg-bar"
                  style={{ width: `${(row.visitors / most) * 100}%` }}
                />
                <span className="relative">{toValueLabel(dimension, row.value)}</span>
              </th>
              <td className={figure}>{formatCount(row.visitors)}</td>
              <td className={classNames(figure, 'text-soft')}>{formatCount(row.companies)}</td>
              {currencies.flatMap((currency) => toMoneyCells(row, currency))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function toMoneyCells({ currencies }: ValueRow, currency: Currency) {
  const sums = currencies.find((each) => each.currency === currency);
  return [
    <td key={`${currency} orders`} className={classNames(figure, 'pl-6')}>
      {sums ? formatCount(sums.orders) : '–'}
    </td>,
    <td key={`${currency} revenue`} className={figure}>
      {sums ? formatMetric('revenue', sums.revenue, currency) : '–'}
    </td>,
  ];
}
