import { memo } from 'react';
import type { ChartSeries } from '../../contract/charts/chart-series.ts';
import type { BucketLabels, ToChange } from './chart-series.ts';

interface ChartTableProps {
  title: string;
  unit: string;
  series: ChartSeries;
  labels: BucketLabels;
  format: (value: number) => string;
  toChange: ToChange;
  /** Otherwise only screen readers find it: the drawing itself is not accessible. */
  isVisible: boolean;
}

/** The values of a chart, newest last. */
export const ChartTable = memo(function ChartTable(props: ChartTableProps) {
  const { title, unit, series, labels, format, toChange, isVisible } = props;
  const { values, ghost, unfinished } = series;
  const toText = (value: number | null | undefined) => (typeof value === 'number' ? format(value) : '–');
  const table = (
    <table className="w-full text-[0.9375rem] tabular">
      <caption className="sr-only">{title}</caption>
      <thead className="sticky top-0 bg-raised text-note text-soft">
        <tr className="border-b border-line">
          <th scope="col" className="py-2 pr-3 text-left font-medium">
            Time
          </th>
          <th scope="col" className="py-2 pl-3 text-right font-medium">
            {unit}
          </th>
          {ghost && (
            <>
              <th scope="col" className="py-2 pl-3 text-right font-medium">
                Compared
              </th>
              <th scope="col" className="py-2 pl-3 text-right font-medium">
                Change
              </th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {values.map((value, index) => {
          const change = toChange(value, ghost?.[index]);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a bucket is its place
            <tr key={index} className="border-b border-line last:border-0">
              <th scope="row" className="py-1.5 pr-3 text-left font-normal">
                {labels.full(index)}
                {index === unfinished && <span className="text-note text-soft"> so far</span>}
              </th>
              <td className="py-1.5 pl-3 text-right">{toText(value)}</td>
              {ghost && (
                <>
                  <td className="py-1.5 pl-3 text-right text-soft">{toText(ghost[index])}</td>
                  <td className="py-1.5 pl-3 text-right">{change?.text ?? '–'}</td>
                </>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
  if (!isVisible) return <div className="sr-only">{table}</div>;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the panel around it is the section
    <div
      role="region"
      aria-label={`${title}, table`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
      tabIndex={0}
      className="absolute inset-0 overflow-auto bg-raised px-3 outline-offset-[-2px]"
    >
      {table}
    </div>
  );
});
