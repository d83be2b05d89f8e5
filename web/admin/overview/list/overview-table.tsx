import { ArrowDown, ArrowUp } from 'lucide-react';
import { Fragment } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { useNow } from '../../../ui/use-now.ts';
import type { OverviewAddress } from '../model/overview-address.ts';
import { type ColumnName, columnNames, columnOf, type Listed, nameOf } from '../model/overview-columns.ts';
import type { OverviewSort } from '../model/sort-companies.ts';
import { OverviewRow, toCellClass } from './overview-row.tsx';
import { useRowsInView } from './use-rows-in-view.ts';

const rowHeight = 67;

interface OverviewTableProps {
  listed: readonly Listed[];
  address: OverviewAddress;
  caption: string;
}

/** The companies as a table, of which the rows near the screen are rendered. */
export function OverviewTable({ listed, address, caption }: OverviewTableProps) {
  const now = useNow(5000);
  const columns = address.columns ?? columnNames;
  const isFitted = address.columns === null;
  const { list, shown, spaceAfter, measure, focus } = useRowsInView<
    HTMLTableRowElement,
    HTMLTableSectionElement
  >({
    count: listed.length,
    height: rowHeight,
    keyOf: (index) => listed[index]?.company.id ?? String(index),
  });
  const width = columns.length + 2;

  return (
    <div className={isFitted ? 'max-xl:overflow-x-auto' : 'overflow-x-auto'}>
      <table
        aria-rowcount={listed.length + 1}
        className="w-full border-separate border-spacing-0 text-[0.9375rem]"
      >
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 z-10 bg-surface">
          <tr
            aria-rowindex={1}
            className="*:border-b *:border-strong *:px-1.5 *:py-1 *:xl:px-2.5 *:first:pl-0 *:last:pr-0"
          >
            <Heading by="name" label="Company" address={address} />
            {columns.map((name) => (
              <Heading
                key={name}
                by={name}
                label={columnOf(name).label}
                address={address}
                className={toCellClass(name, isFitted)}
              />
            ))}
            <th scope="col" className="text-left text-note font-medium text-soft">
              <span className="sr-only">Settings and access key</span>
            </th>
          </tr>
        </thead>
        <tbody ref={list} {...focus}>
          {shown.map(({ index, key, spaceBefore }) => {
            const row = listed[index];
            if (!row) return null;
            return (
              <Fragment key={key}>
                <Space height={spaceBefore} width={width} />
                <OverviewRow
                  company={row.company}
                  columns={columns}
                  isFitted={isFitted}
                  query={address.query}
                  index={index}
                  now={now}
                  measure={measure}
                />
              </Fragment>
            );
          })}
          <Space height={spaceAfter} width={width} />
        </tbody>
      </table>
    </div>
  );
}

/** In place of rows that are not rendered. */
function Space({ height, width }: { height: number; width: number }) {
  if (height === 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row cannot have the focus
    <tr aria-hidden="true">
      <td colSpan={width} style={{ height, padding: 0 }} />
    </tr>
  );
}

interface HeadingProps {
  by: ColumnName | 'name';
  label: string;
  address: OverviewAddress;
  className?: string;
}

/** Sorts by its column: names from A, figures from the largest; pressed again the other way round. */
function Heading({ by, label, address: { sort, changeSort }, className }: HeadingProps) {
  const isSorted = sort?.by === by;
  const isNumber = by !== 'name' && columnOf(by).isNumber === true;
  const Arrow = sort?.isDescending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
      className={classNames('text-left text-note font-medium', className)}
    >
      <button
        type="button"
        title={by === 'name' ? undefined : nameOf(by)}
        onClick={() => changeSort(toNextSort(by, sort))}
        className={classNames(
          'inline-flex min-h-9 items-center gap-1 whitespace-nowrap hover:text-live',
          isSorted ? 'text-ink' : 'text-soft',
          isNumber && 'flex-row-reverse',
        )}
      >
        {label}
        {isSorted && <Arrow className="size-3.5" strokeWidth={1.5} aria-hidden="true" />}
      </button>
    </th>
  );
}

function toNextSort(by: ColumnName | 'name', sort: OverviewSort | null): OverviewSort {
  return { by, isDescending: sort?.by === by ? !sort.isDescending : by !== 'name' };
}
