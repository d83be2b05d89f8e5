import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { StatsBreakdown } from '../../../../contract/stats/answers.ts';
import { shownRows } from '../../../../contract/stats/list-metrics.ts';
import { isCountryCode } from '../../../figures/value-labels.ts';
import { Button } from '../../../ui/button.tsx';
import { hasFailed } from '../../../ui/feedback/load-failed.tsx';
import { useIsHydrated } from '../../../ui/use-is-hydrated.ts';
import { listQuery } from '../../api/stats.ts';
import { PartFailed } from '../view/part-failed.tsx';
import { usePortal } from '../view/use-portal.ts';
import type { ListDimension } from './list-panels.ts';
import { ListTable } from './list-table.tsx';
import { useAllRows } from './use-all-rows.ts';

// The map is larger than everything else of the lists.
const CountriesMap = lazy(() =>
  import('./countries-map.tsx').then((file) => ({ default: file.CountriesMap })),
);

const mapSpace = <div className="aspect-[1000/460]" />;

/** The first values of a dimension, of countries with a map. */
export function ListRows({ title, list }: { title: string; list: ListDimension }) {
  const { company, view, isShared } = usePortal();
  const { open } = useAllRows();
  const isHydrated = useIsHydrated();
  const { dimension, plural } = list;
  const answer = useQuery(listQuery(company.id, view, dimension));

  if (!answer.data) return hasFailed(answer) ? <PartFailed what={plural} query={answer} /> : <RowsSkeleton />;
  if (answer.data.rows.length === 0)
    return (
      <div className="py-2">
        <p>No {plural} in this period</p>
        <p className="mt-0.5 max-w-[62ch] text-note [overflow-wrap:anywhere] text-soft">
          {view.filters.length > 0
            ? 'No visit matches the filters. Remove one, or choose a longer period.'
            : (list.advice ?? 'Choose a longer period to see more.')}
        </p>
      </div>
    );
  const { rows } = answer.data;
  return (
    <div
      aria-busy={answer.isPlaceholderData}
      data-stale={answer.isPlaceholderData}
      className="flex grow flex-col transition-opacity data-[stale=true]:opacity-85"
    >
      {dimension === 'country' && rows.some(({ value }) => isCountryCode(value)) && (
        <Suspense fallback={mapSpace}>{isHydrated ? <CountriesMap rows={rows} /> : mapSpace}</Suspense>
      )}
      <ListTable caption={`${title}: ${plural}`} dimension={dimension} answer={cut(answer.data)} />
      {!isShared && (
        <div className="mt-auto pt-3">
          <Button
            shape="secondary"
            size="small"
            className="max-sm:min-h-11"
            aria-label={`All rows of ${plural}`}
            onClick={() => open(dimension)}
          >
            All rows
          </Button>
        </div>
      )}
    </div>
  );
}

/** The rows that fit a panel. */
const cut = (answer: StatsBreakdown): StatsBreakdown => ({
  ...answer,
  rows: answer.rows.slice(0, shownRows),
});

export function RowsSkeleton() {
  return (
    <div role="status" className="grid gap-1 pt-6">
      <span className="sr-only">Loading</span>
      {Array.from({ length: shownRows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are equal and never change.
        <div key={index} aria-hidden="true" className="h-10 rounded-control bg-sunken" />
      ))}
    </div>
  );
}
