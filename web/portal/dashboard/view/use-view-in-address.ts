import { useCallback, useMemo } from 'react';
import { isGoalMetric, isStatsMetric, type StatsMetric } from '../../../../contract/stats/model/metrics.ts';
import type { StatsPeriod } from '../../../../contract/stats/model/periods.ts';
import { type PortalView, readPortalView, writePortalView } from '../../../../contract/stats/view.ts';
import { useSearchParams } from '../../routing/routing.ts';

const defaultMetric: StatsMetric = 'visitors';
const isChartMetric = (text: string | null): text is StatsMetric =>
  text !== null && isStatsMetric(text) && !isGoalMetric(text);

/**
 * The view in the address of the page, so that it can be shared, and Back and reload keep it. `usualPeriod` is the period
 * of an address without one.
 */
export function useViewInAddress(usualPeriod?: StatsPeriod) {
  const [search, setSearch] = useSearchParams();
  const view = useMemo(() => readPortalView(search, usualPeriod), [search, usualPeriod]);
  const metric = search.get('metric');

  const changeView = useCallback(
    (change: Partial<PortalView>) =>
      setSearch(
        (before) =>
          writePortalView({ ...readPortalView(before, usualPeriod), ...change }, before, usualPeriod),
        { preventScrollReset: true },
      ),
    [setSearch, usualPeriod],
  );
  const changeMetric = useCallback(
    (next: StatsMetric) =>
      setSearch(
        (before) => {
          const written = new URLSearchParams(before);
          if (next === defaultMetric) written.delete('metric');
          else written.set('metric', next);
          return written;
        },
        { preventScrollReset: true, replace: true },
      ),
    [setSearch],
  );
  return { view, changeView, metric: isChartMetric(metric) ? metric : defaultMetric, changeMetric };
}
