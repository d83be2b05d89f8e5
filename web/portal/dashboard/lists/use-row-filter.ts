import type { StatsDimension } from '../../../../contract/stats/model/dimensions.ts';
import { readPortalView, writePortalView } from '../../../../contract/stats/view.ts';
import { useSearchParams } from '../../routing/routing.ts';
import { toggleValue } from '../filters/filter-rules.ts';

/** Filters the page by a row, and returns from all rows to the page. */
export function useRowFilter() {
  const [, setSearch] = useSearchParams();
  return (dimension: StatsDimension, operator: 'is' | 'is-not', value: string) =>
    setSearch(
      (before) => {
        const view = readPortalView(before);
        const filters = toggleValue(view.filters, dimension, operator, value);
        const written = writePortalView({ ...view, filters }, before);
        written.delete('rows');
        return written;
      },
      { preventScrollReset: true },
    );
}
