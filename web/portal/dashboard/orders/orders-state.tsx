import { Link } from '../../routing/link.tsx';
import { usePortal } from '../view/use-portal.ts';

export function OrdersSkeleton({ rows }: { rows: number }) {
  return (
    <div role="status" className="grid gap-2">
      <span className="sr-only">Loading</span>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are equal and never change.
        <div key={index} aria-hidden="true" className="h-28 rounded-control bg-sunken xl:h-10" />
      ))}
    </div>
  );
}

/** Why the list is empty, and what to do. */
export function OrdersEmpty({ search }: { search: string }) {
  const { company, view } = usePortal();
  if (search !== '')
    return (
      <p className="wrap-anywhere text-soft">
        No order id of this period contains “{search}”. Search for a part of the id, or choose a longer
        period.
      </p>
    );
  if (view.filters.length > 0)
    return (
      <p className="text-soft">
        No order matches the filters. Orders that belong to no visit are left out as long as a filter is set.
      </p>
    );
  if (view.orders === 'verified' || company.countsOnlyVerified)
    return (
      <p className="text-soft">
        No verified order in this period. Orders that only a page of the site sent are not listed.
      </p>
    );
  return (
    <div>
      <p className="font-medium">No orders in this period</p>
      <p className="mt-1 max-w-[62ch] text-note text-soft">
        {company.viewedAs === 'admin' ? (
          <>
            Choose a longer period. If the shop has orders,{' '}
            <Link to={`/tracking-script/${company.id}/shop`} className="underline underline-offset-4">
              set up how they are reported
            </Link>
            .
          </>
        ) : (
          'Choose a longer period to see more.'
        )}
      </p>
    </div>
  );
}
