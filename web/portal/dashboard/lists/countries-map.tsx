import type { StatsBreakdown } from '../../../../contract/stats/answers.ts';
import { formatCount } from '../../../figures/format.ts';
import { toValueLabel } from '../../../figures/value-labels.ts';
import { CountryMap } from '../map/country-map.tsx';
import { useRowFilter } from './use-row-filter.ts';

/** The countries of a list on a map. The rows below it have the numbers. */
export function CountriesMap({ rows }: Pick<StatsBreakdown, 'rows'>) {
  const filterBy = useRowFilter();
  return (
    <CountryMap
      values={rows.map(({ value, metrics }) => ({ country: value, visitors: metrics.visitors ?? 0 }))}
      toLabel={(country, visitors) => `${toValueLabel('country', country)}: ${toVisitors(visitors)}`}
      onSelect={(country) => filterBy('country', 'is', country)}
    />
  );
}

const toVisitors = (count: number) =>
  count === 0 ? 'no visitors' : count === 1 ? '1 visitor' : `${formatCount(count)} visitors`;
