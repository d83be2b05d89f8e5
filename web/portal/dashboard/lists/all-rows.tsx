import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { apiPaths } from '../../../../contract/paths.ts';
import { mainMetric } from '../../../../contract/stats/list-metrics.ts';
import { statsLimits } from '../../../../contract/stats/model/limits.ts';
import type { StatsMetric } from '../../../../contract/stats/model/metrics.ts';
import { toSubjectLabel } from '../../../../contract/stats/model/subject-labels.ts';
import { formatCount } from '../../../figures/format.ts';
import { Modal } from '../../../signed-in/modal.tsx';
import { buttonClasses } from '../../../ui/button.tsx';
import { hasFailed } from '../../../ui/feedback/load-failed.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { breakdownQuery, toBreakdownParameters } from '../../api/stats.ts';
import { hasRight, listSeen } from '../../portal-rights.ts';
import { CopyCurl } from '../print/copy-curl.tsx';
import { PageButtons } from '../view/page-buttons.tsx';
import { PartFailed } from '../view/part-failed.tsx';
import { usePortal } from '../view/use-portal.ts';
import { AllRowsTable, type RowSort } from './all-rows-table.tsx';
import { allRowsMetricsOf, type ListDimension } from './list-panels.ts';
import { RowsSkeleton } from './list-rows.tsx';
import { useDebounced } from './use-debounced.ts';

const pageLength = 50;

interface AllRowsProps {
  list: ListDimension;
  onClose: () => void;
}

/** Every value of a dimension: searched, sorted, page by page, and as a file. */
export function AllRows({ list: { dimension, plural }, onClose }: AllRowsProps) {
  const { company, view } = usePortal();
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim());
  const [sort, setSort] = useState<RowSort>({ metric: mainMetric(dimension), isDescending: true });
  const [page, setPage] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its first page.
  useEffect(() => setPage(1), [search, sort, view]);

  const asked = {
    dimension,
    metrics: listSeen(company, allRowsMetricsOf(dimension)),
    sort: `${sort.isDescending ? '-' : ''}${sort.metric}`,
    search,
  };
  const answer = useQuery({
    ...breakdownQuery(company.id, view, { ...asked, limit: pageLength, page }),
    placeholderData: keepPreviousData,
  });
  const sortBy = (metric: StatsMetric) =>
    setSort({ metric, isDescending: sort.metric === metric ? !sort.isDescending : true });
  const rowCount = answer.data?.rowCount ?? 0;
  const pages = Math.min(statsLimits.page, Math.max(1, Math.ceil(rowCount / pageLength)));

  return (
    <Modal title={`All ${plural}`} isWide onClose={onClose}>
      <div className="mt-4 flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0 grow basis-60">
          <TextField
            label="Search"
            type="search"
            maxLength={statsLimits.searchLength}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <div className="flex flex-wrap gap-2">
          {hasRight(company, 'export') && (
            <RowDownloads
              rowCount={rowCount}
              parameters={toBreakdownParameters(view, { ...asked, limit: statsLimits.rows, page: 1 })}
            />
          )}
          <CopyCurl
            path={`${apiPaths.statsBreakdown(company.id)}?${toBreakdownParameters(view, { ...asked, limit: pageLength, page })}`}
            label="Copy as curl"
            shape="secondary"
          />
        </div>
      </div>

      <p role="status" className="mt-3 text-note text-soft">
        {answer.data &&
          `${toSubjectLabel(dimension)}: ${formatCount(rowCount)} ${rowCount === 1 ? 'row' : 'rows'}`}
      </p>
      {answer.data && rowCount === 0 && (
        <p className="mt-4">
          {search
            ? `Nothing contains “${search}”. Search for a part of the name.`
            : `No ${plural} in this period.`}
        </p>
      )}
      {answer.data && rowCount > 0 && (
        <div
          aria-busy={answer.isPlaceholderData}
          data-stale={answer.isPlaceholderData}
          className="transition-opacity data-[stale=true]:opacity-85"
        >
          <AllRowsTable caption={`All ${plural}`} answer={answer.data} sort={sort} onSort={sortBy} />
        </div>
      )}
      {!answer.data && !hasFailed(answer) && <RowsSkeleton />}
      {!answer.data && hasFailed(answer) && <PartFailed what={plural} query={answer} />}
      <PageButtons
        label="Pages of rows"
        page={page}
        pages={pages}
        before="Before"
        next="Next"
        onPage={setPage}
      />
    </Modal>
  );
}

interface RowDownloadsProps {
  rowCount: number;
  /** The parameters of the breakdown. */
  parameters: URLSearchParams;
}

function RowDownloads({ rowCount, parameters }: RowDownloadsProps) {
  const { company } = usePortal();
  const isCut = rowCount > statsLimits.rows;
  return (
    <>
      {(['csv', 'json'] as const).map((format) => {
        const query = new URLSearchParams(parameters);
        query.set('of', 'breakdown');
        query.set('format', format);
        return (
          <a
            key={format}
            href={`${apiPaths.statsExport(company.id)}?${query}`}
            download
            title={isCut ? `The first ${formatCount(statsLimits.rows)} rows` : undefined}
            className={buttonClasses({ shape: 'secondary' })}
          >
            <Download className="size-4" strokeWidth={1.5} aria-hidden="true" />
            {format.toUpperCase()}
          </a>
        );
      })}
    </>
  );
}
