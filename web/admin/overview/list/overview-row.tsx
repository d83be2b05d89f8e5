import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode, type Ref } from 'react';
import type { AdminCompany } from '../../../../contract/company/companies.ts';
import { Sparkline } from '../../../charts/sparkline.tsx';
import { TimeAgo } from '../../../signed-in/timestamp.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { figuresQuery } from '../figures/figures-query.ts';
import { formatLive, toDrawn } from '../model/format-figures.ts';
import { type ColumnName, columnOf, type Listed, toLastOpenedAt, toLive } from '../model/overview-columns.ts';
import { CompanyActions, CompanyName } from './company-parts.tsx';
import { Figure, FigureChange, QuietChange } from './figure.tsx';
import { HealthCell } from './health-cell.tsx';

interface OverviewRowProps {
  company: AdminCompany;
  columns: readonly ColumnName[];
  /** Columns that need room are hidden on narrower screens. */
  isFitted: boolean;
  /** The parameters of questions about the period. */
  query: string;
  index: number;
  now: number;
  measure: Ref<HTMLTableRowElement>;
}

/** Repaints alone when the figures of its company change. */
export const OverviewRow = memo(function OverviewRow(props: OverviewRowProps) {
  const { company, columns, isFitted, query, index, now, measure } = props;
  const { data } = useQuery(figuresQuery(query, company.id));
  const listed: Listed = { company, figures: data };
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      className="*:border-b *:border-line *:px-1.5 *:py-2 *:xl:px-2.5 *:align-top *:first:pl-0 *:last:pr-0 hover:bg-raised"
    >
      <th scope="row" className="min-w-36 text-left font-normal">
        <CompanyName company={company} />
      </th>
      {columns.map((name) => (
        <td key={name} className={toCellClass(name, isFitted)}>
          {toCell(name, listed, now)}
        </td>
      ))}
      <td>
        <CompanyActions company={company} />
      </td>
    </tr>
  );
});

export function toCellClass(name: ColumnName, isFitted: boolean): string {
  const { isNumber, needsRoom } = columnOf(name);
  return classNames(
    isNumber && 'text-right tabular',
    isFitted && needsRoom && 'max-[84rem]:hidden',
    name === 'health' && 'min-w-36',
  );
}

function toCell(name: ColumnName, listed: Listed, now: number): ReactNode {
  switch (name) {
    case 'live':
      return (
        <StatusBadge isOn={toLive(listed) > 0}>
          <span className="tabular">{formatLive(listed)} live</span>
        </StatusBadge>
      );
    case 'change':
      return (
        <div className="ml-auto grid items-start justify-items-end gap-x-2 xl:w-40 xl:grid-cols-[minmax(0,1fr)_4.75rem]">
          <div className="w-full max-xl:hidden">
            <Sparkline values={toDrawn(listed.figures?.counts?.series)} />
          </div>
          <div className="pt-[3px]">
            <FigureChange name="visitors" listed={listed} />
          </div>
        </div>
      );
    case 'visitors':
      return (
        <span className="font-medium">
          <Figure name={name} listed={listed} />
        </span>
      );
    case 'orders':
    case 'revenue':
    case 'conversion':
      return (
        <>
          <Figure name={name} listed={listed} />
          <QuietChange name={name} listed={listed} />
        </>
      );
    case 'ai':
    case 'bots':
      return <Figure name={name} listed={listed} />;
    case 'health':
      return <HealthCell listed={listed} now={now} />;
    case 'opened': {
      const at = toLastOpenedAt(listed);
      return (
        <span className="text-note whitespace-nowrap text-soft">
          {at ? <TimeAgo at={at} now={now} /> : 'never'}
        </span>
      );
    }
  }
}
