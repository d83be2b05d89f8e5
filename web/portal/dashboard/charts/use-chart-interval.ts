import type { StatsInterval } from '../../../../contract/stats/model/periods.ts';
import type { PortalView } from '../../../../contract/stats/view.ts';
import { useSearchParams } from '../../routing/routing.ts';
import { listIntervals } from './intervals.ts';

/**
 * The chosen interval in the address. One that does not fit the period is ignored but kept: a week that was zoomed into
 * has days, and after Back the weeks are there again.
 */
export function useChartInterval(view: PortalView) {
  const [search, setSearch] = useSearchParams();
  const offered = listIntervals(view);
  const interval = offered.find((name) => name === search.get('interval'));
  const changeInterval = (next: StatsInterval) =>
    setSearch(
      (before) => {
        const written = new URLSearchParams(before);
        written.set('interval', next);
        return written;
      },
      { preventScrollReset: true, replace: true },
    );
  return { offered, interval, changeInterval };
}
