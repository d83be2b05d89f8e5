import { useQuery } from '@tanstack/react-query';
import { listMetricsOf, mainMetric } from '../../../../contract/stats/list-metrics.ts';
import { Button } from '../../../ui/button.tsx';
import { breakdownQuery } from '../../api/stats.ts';
import { DefinitionLink } from '../cards/definition-link.tsx';
import { PartFailed } from '../view/part-failed.tsx';
import { usePortal } from '../view/use-portal.ts';
import type { ListDimension } from './list-panels.ts';
import { showsSales } from './list-panels.ts';
import { ListTable } from './list-table.tsx';
import { useAllRows } from './use-all-rows.ts';

/** More would not fit a panel. */
const shownRows = 9;

/** The first values of a dimension. */
export function ListRows({ title, list }: { title: string; list: ListDimension }) {
  const { company, view } = usePortal();
  const { open } = useAllRows();
  const { dimension, plural } = list;
  const answer = useQuery(
    breakdownQuery(company.id, view, {
      dimension,
      metrics: listMetricsOf(dimension),
      sort: `-${mainMetric(dimension)}`,
      limit: shownRows,
    }),
  );

  if (!answer.data) return answer.isError ? <PartFailed what={plural} query={answer} /> : <RowsSkeleton />;
  if (answer.data.rows.length === 0)
    return (
      <div className="py-3">
        <p className="font-medium">No {plural} in this period</p>
        <p className="mt-1 text-note [overflow-wrap:anywhere] text-soft">
          {view.filters.length > 0
            ? 'No visit matches the filters. Remove one, or choose a longer period.'
            : (list.advice ?? 'Choose a longer period to see more.')}
        </p>
      </div>
    );
  const hasOrders = showsSales(answer.data.totals);
  return (
    <div
      aria-busy={answer.isPlaceholderData}
      data-stale={answer.isPlaceholderData}
      className="flex grow flex-col transition-opacity data-[stale=true]:opacity-85"
    >
      <ListTable caption={`${title}: ${plural}`} dimension={dimension} answer={answer.data} />
      <div className="mt-auto flex items-center justify-between gap-3 pt-3">
        <Button
          shape="quiet"
          size="small"
          className="-ml-3.5 min-h-11"
          aria-label={`All rows of ${plural}`}
          onClick={() => open(dimension)}
        >
          All rows
        </Button>
        {hasOrders && (
          <span className="flex items-center text-note text-soft">
            What conversion means
            <span className="pl-2.5">
              <DefinitionLink term="Conversion" id="conversion-rate" />
            </span>
          </span>
        )}
      </div>
    </div>
  );
}

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
