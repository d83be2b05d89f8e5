import { useCallback, useMemo } from 'react';
import { isGoalMetric, isStatsMetric, type StatsMetric } from '../../../../contract/stats/model/metrics.ts';
import { type PortalView, readPortalView, writePortalView } from '../../../../contract/stats/view.ts';
import { useSearchParams } from '../../routing/routing.ts';

const defaultMetric: StatsMetric = 'visitors';
const isChartMetric = (text: string | null): text is StatsMetric =>
  text !== null && isStatsMetric(text) && !isGoalMetric(text);

/** The view in the address of the page, so that it can be shared, and Back and reload keep it. */
export function useViewInAddress() {
  const [search, setSearch] = useSearchParams();
  const view = useMemo(() => readPortalView(search), [search]);
  const metric = search.get('metric');

  const changeView = useCallback(
    (change: Partial<PortalView>) =>
      setSearch((before) => writePortalView({ ...readPortalView(before), ...change }, before), {
        preventScrollReset: true,
      }),
    [setSearch],
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
