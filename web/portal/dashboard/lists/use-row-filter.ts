import type { StatsDimension } from '../../../../contract/stats/model/dimensions.ts';
import { readPortalView, writePortalView } from '../../../../contract/stats/view.ts';
import { useSearchParams } from '../../routing/routing.ts';
import { toggleValue } from '../filters/filter-rules.ts';
import { usePortal } from '../view/use-portal.ts';

/** Filters the page by a row, and returns from all rows to the page. */
export function useRowFilter() {
  const [, setSearch] = useSearchParams();
  const { period } = usePortal().company.display;
  return (dimension: StatsDimension, operator: 'is' | 'is-not', value: string) =>
    setSearch(
      (before) => {
        const view = readPortalView(before, period);
        const filters = toggleValue(view.filters, dimension, operator, value);
        const written = writePortalView({ ...view, filters }, before, period);
        written.delete('rows');
        return written;
      },
      { preventScrollReset: true },
    );
}
