import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { statsLimits } from '../../../../contract/stats/model/limits.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { portalOrdersQuery, toOrdersFilePath } from '../../api/portal-orders.ts';
import { formatCount } from '../../format.ts';
import { useDebounced } from '../lists/use-debounced.ts';
import { PageButtons } from '../view/page-buttons.tsx';
import { PartFailed } from '../view/part-failed.tsx';
import { usePortal } from '../view/use-portal.ts';
import { OrdersEmpty, OrdersSkeleton } from './orders-state.tsx';
import { OrdersTable } from './orders-table.tsx';
import { useOrdersPage } from './use-orders-page.ts';

const pageLength = 10;

/** The orders behind the revenue of the view. */
export function PortalOrders() {
  const { company, view } = usePortal();
  const id = useId();
  const { search, page, setPage, setSearch } = useOrdersPage();
  const [typed, setTyped] = useState(search);
  const settled = useDebounced(typed.trim());
  const searchFor = useRef(setSearch);
  searchFor.current = setSearch;
  const asked = useRef(search);
  useEffect(() => {
    if (asked.current === settled) return;
    asked.current = settled;
    searchFor.current(settled);
  }, [settled]);
  useEffect(() => {
    // Back returned to an address with another search.
    if (asked.current === search) return;
    asked.current = search;
    setTyped(search);
  }, [search]);

  const answer = useQuery(portalOrdersQuery(company.id, view, { search, limit: pageLength, page }));
  const { data } = answer;
  const rowCount = data?.rowCount ?? 0;
  const hasControls = rowCount > 0 || search !== '' || typed !== '';

  return (
    <Panel labelledBy={id} className="min-w-0 p-4 sm:p-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id={id} className="text-title">
            Orders
          </h2>
          <p role="status" className="mt-0.5 text-note text-soft">
            {data && rowCount > 0
              ? `${formatCount(rowCount)} ${rowCount === 1 ? 'order' : 'orders'}, newest first`
              : 'The orders behind the revenue'}
          </p>
        </div>
        {hasControls && (
          <div className="flex min-w-0 grow flex-wrap items-end gap-3 sm:max-w-md">
            <div className="min-w-0 grow basis-48">
              <TextField
                label="Search by order id"
                type="search"
                maxLength={100}
                autoComplete="off"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            </div>
            <a
              href={toOrdersFilePath(company.id, view, search)}
              download
              aria-label="Download the orders as CSV"
              title={
                rowCount > statsLimits.rows ? `The newest ${formatCount(statsLimits.rows)} orders` : undefined
              }
              className={buttonClasses({ shape: 'secondary' })}
            >
              <Download className="size-4" strokeWidth={1.5} aria-hidden="true" />
              CSV
            </a>
          </div>
        )}
      </div>

      <div
        aria-busy={answer.isPlaceholderData}
        data-stale={answer.isPlaceholderData}
        className="mt-5 transition-opacity data-[stale=true]:opacity-85"
      >
        {!data && !answer.isError && <OrdersSkeleton />}
        {!data && answer.isError && <PartFailed what="orders" query={answer} />}
        {data && rowCount === 0 && <OrdersEmpty search={search} />}
        {data && rowCount > 0 && (
          <>
            <OrdersTable answer={data} />
            <PageButtons
              label="Pages of orders"
              page={page}
              pages={Math.min(Math.ceil(rowCount / pageLength), statsLimits.page)}
              before="Newer"
              next="Older"
              onPage={setPage}
            />
          </>
        )}
      </div>
    </Panel>
  );
}
