import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { PortalCompany } from '../../../../contract/company/companies.ts';
import { statsLimits } from '../../../../contract/stats/model/limits.ts';
import { formatCount } from '../../../figures/format.ts';
import { PeriodBar } from '../../../period/period-bar.tsx';
import { Button } from '../../../ui/button.tsx';
import { hasFailed } from '../../../ui/feedback/load-failed.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { portalOrdersQuery, toOrdersPath } from '../../api/portal-orders.ts';
import { usePortalTitle } from '../../brand/portal-brand.tsx';
import { hasRight } from '../../portal-rights.ts';
import { useLivePortal } from '../../use-live-portal.ts';
import { toFilterLabel } from '../filters/filter-labels.ts';
import { FixedFilters } from '../filters/fixed-filters.tsx';
import { useDebounced } from '../lists/use-debounced.ts';
import { CopyCurl } from '../print/copy-curl.tsx';
import { PageButtons } from '../view/page-buttons.tsx';
import { PartFailed } from '../view/part-failed.tsx';
import { PendingNotice } from '../view/pending-notice.tsx';
import { PortalContext, usePortal } from '../view/use-portal.ts';
import { useViewInAddress } from '../view/use-view-in-address.ts';
import { toPortalAddress } from './order-address.ts';
import { OrderLinks } from './order-links.tsx';
import { OrdersDownload } from './orders-download.tsx';
import { OrdersEmpty, OrdersSkeleton } from './orders-state.tsx';
import { OrdersTable } from './orders-table.tsx';
import { useOrdersPage } from './use-orders-page.ts';

const pageLength = 25;

/** All orders of a view. For readers without the dashboard, it is the portal. */
export function OrdersPage({ company }: { company: PortalCompany }) {
  const address = useViewInAddress(company.display.period);
  useLivePortal(company.id, { timeZone: company.timeZone, view: address.view });
  usePortalTitle(company, `Orders of ${company.name}`);
  // Without it, the orders are all that the portal has.
  const seesDashboard = hasRight(company, 'dashboard');

  return (
    <PortalContext value={{ company, ...address }}>
      <div className="page-wide pt-6 pb-16 lg:pt-8">
        {seesDashboard && <OrderLinks name={company.name} portal={toPortalAddress(company, address.view)} />}
        <h1 className="mt-4 text-heading">{seesDashboard ? 'Orders' : `Orders of ${company.name}`}</h1>
        <div className="mt-5">
          <PeriodBar view={address.view} changeView={address.changeView} timeZone={company.timeZone} />
        </div>
        <FixedFilters company={company} />
        <Narrowing />
        <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
          {seesDashboard && <PendingNotice />}
          <OrderList />
        </div>
      </div>
    </PortalContext>
  );
}

/** The filters of the portal. They are changed there. */
function Narrowing() {
  const { view, changeView } = usePortal();
  const conditions = [
    ...view.filters.map(toFilterLabel),
    ...(view.orders === 'verified' ? ['Verified orders'] : []),
  ];
  if (conditions.length === 0) return null;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-[0.9375rem]">
      <p className="min-w-0 wrap-anywhere">
        <span className="text-soft">Only: </span>
        <bdi dir="auto">{conditions.join('; ')}</bdi>
      </p>
      <Button
        shape="quiet"
        size="small"
        className="min-h-11 underline underline-offset-4"
        onClick={() => changeView({ filters: [], orders: 'all' })}
      >
        Show all orders
      </Button>
    </div>
  );
}

function OrderList() {
  const { company, view } = usePortal();
  const id = useId();
  const { search, page, setPage, setSearch } = useOrdersPage();
  const [typed, setTyped] = useTypedSearch(search, setSearch);
  const asked = { search, limit: pageLength, page };
  const answer = useQuery(portalOrdersQuery(company.id, view, asked));
  const { data } = answer;
  const rowCount = data?.rowCount ?? 0;
  const pages = Math.min(Math.ceil(rowCount / pageLength), statsLimits.page);

  return (
    <Panel labelledBy={id} className="min-w-0 p-4 sm:p-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <h2 id={id} className="sr-only">
          List of orders
        </h2>
        <p role="status" className="text-note text-soft">
          {data
            ? `${formatCount(rowCount)} ${rowCount === 1 ? 'order' : 'orders'}, newest first`
            : 'Orders, newest first'}
        </p>
        <div className="flex min-w-0 grow flex-wrap items-end gap-3 sm:max-w-xl">
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
          <OrdersDownload search={search} />
          <CopyCurl path={toOrdersPath(company.id, view, asked)} label="Copy as curl" shape="secondary" />
        </div>
      </div>

      <div
        aria-busy={answer.isPlaceholderData}
        data-stale={answer.isPlaceholderData}
        className="mt-5 transition-opacity data-[stale=true]:opacity-85"
      >
        {!data && !hasFailed(answer) && <OrdersSkeleton rows={10} />}
        {!data && hasFailed(answer) && <PartFailed what="orders" query={answer} />}
        {data && rowCount === 0 && <OrdersEmpty search={search} />}
        {data && rowCount > 0 && (
          <>
            <OrdersTable answer={data} />
            {pages === statsLimits.page && page === pages && (
              <p className="mt-3 text-note text-soft">Older orders are in the file.</p>
            )}
            <PageButtons
              label="Pages of orders"
              page={page}
              pages={pages}
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

/** The typed text. It becomes the search once the typing has stopped, and follows the search when Back changes it. */
function useTypedSearch(search: string, onSearch: (text: string) => void) {
  const [typed, setTyped] = useState(search);
  const settled = useDebounced(typed.trim());
  const searchFor = useRef(onSearch);
  searchFor.current = onSearch;
  const asked = useRef(search);
  useEffect(() => {
    if (asked.current === settled) return;
    asked.current = settled;
    searchFor.current(settled);
  }, [settled]);
  useEffect(() => {
    if (asked.current === search) return;
    asked.current = search;
    setTyped(search);
  }, [search]);
  return [typed, setTyped] as const;
}
