import { useQuery } from '@tanstack/react-query';
import { Fragment, memo, type ReactNode, type Ref } from 'react';
import type { AdminCompany } from '../../../../contract/company/companies.ts';
import { Sparkline } from '../../../charts/sparkline.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { useNow } from '../../../ui/use-now.ts';
import { figuresQuery } from '../figures/figures-query.ts';
import { formatLive, toDrawn } from '../model/format-figures.ts';
import type { OverviewAddress } from '../model/overview-address.ts';
import { type Listed, toLive } from '../model/overview-columns.ts';
import { CompanyActions, CompanyName } from './company-parts.tsx';
import { Figure, FigureChange } from './figure.tsx';
import { HealthCell } from './health-cell.tsx';
import { useRowsInView } from './use-rows-in-view.ts';

const cardHeight = 252;

interface OverviewCardsProps {
  listed: readonly Listed[];
  address: OverviewAddress;
  label: string;
}

/** The companies as cards, for narrow screens. */
export function OverviewCards({ listed, address, label }: OverviewCardsProps) {
  const now = useNow(5000);
  const { list, shown, spaceAfter, measure, focus } = useRowsInView<HTMLLIElement, HTMLUListElement>({
    count: listed.length,
    height: cardHeight,
    keyOf: (index) => listed[index]?.company.id ?? String(index),
  });
  return (
    <ul ref={list} aria-label={label} {...focus}>
      {shown.map(({ index, key, spaceBefore }) => {
        const row = listed[index];
        if (!row) return null;
        return (
          <Fragment key={key}>
            <Space height={spaceBefore} />
            <OverviewCard
              company={row.company}
              query={address.query}
              index={index}
              count={listed.length}
              now={now}
              measure={measure}
            />
          </Fragment>
        );
      })}
      <Space height={spaceAfter} />
    </ul>
  );
}

function Space({ height }: { height: number }) {
  return height > 0 && <li aria-hidden="true" style={{ height }} />;
}

interface OverviewCardProps {
  company: AdminCompany;
  query: string;
  index: number;
  count: number;
  now: number;
  measure: Ref<HTMLLIElement>;
}

const OverviewCard = memo(function OverviewCard(props: OverviewCardProps) {
  const { company, query, index, count, now, measure } = props;
  const { data } = useQuery(figuresQuery(query, company.id));
  const listed: Listed = { company, figures: data };
  const isSelling = company.hasOrders || (data?.counts?.current.revenue ?? 0) > 0;
  return (
    <li ref={measure} data-index={index} aria-posinset={index + 1} aria-setsize={count} className="pb-3">
      <article
        aria-label={company.name}
        className="grid gap-3 rounded-panel border border-line bg-raised p-4 md:grid-cols-[minmax(0,1fr)_minmax(0,24rem)] md:gap-x-8"
      >
        <div className="grid content-start gap-2.5">
          <CompanyName company={company} className="text-[1.0625rem] [&>a]:-my-3 [&>a]:py-3" />
          <HealthCell listed={listed} now={now} />
        </div>
        <div className="min-w-0">
          <dl className="grid grid-cols-[1fr_1.25fr_auto] gap-x-4">
            <CardFigure label="Visitors">
              <Figure name="visitors" listed={listed} />
            </CardFigure>
            <CardFigure label={isSelling ? 'Revenue' : 'Orders'}>
              <Figure name={isSelling ? 'revenue' : 'orders'} listed={listed} />
            </CardFigure>
            <CardFigure label="Live" className={toLive(listed) > 0 ? 'text-live' : 'text-soft'}>
              {formatLive(listed)}
            </CardFigure>
          </dl>
          <div className="mt-1 grid min-h-8 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4">
            <FigureChange name="visitors" listed={listed} />
            <Sparkline values={toDrawn(data?.counts?.series)} />
          </div>
        </div>
        <div className="border-t border-line pt-1.5 md:col-span-2">
          <CompanyActions company={company} />
        </div>
      </article>
    </li>
  );
});

function CardFigure({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className="flex min-w-0 flex-col-reverse justify-end">
      <dt className="text-note text-soft">{label}</dt>
      <dd className={classNames('truncate text-[1.1875rem] font-medium tabular', className)}>{children}</dd>
    </div>
  );
}
