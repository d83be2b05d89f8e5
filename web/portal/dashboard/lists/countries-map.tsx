import { useQuery } from '@tanstack/react-query';
import { breakdownQuery } from '../../api/stats.ts';
import { formatCount } from '../../format.ts';
import { CountryMap } from '../map/country-map.tsx';
import { usePortal } from '../view/use-portal.ts';
import { useRowFilter } from './use-row-filter.ts';
import { toValueLabel } from './value-labels.ts';

/** All countries of the view at once. The rows below it have the numbers. */
export function CountriesMap() {
  const { company, view } = usePortal();
  const filterBy = useRowFilter();
  const { data } = useQuery(
    breakdownQuery(company.id, view, { dimension: 'country', metrics: ['visitors'], limit: 300 }),
  );
  const values = (data?.rows ?? []).map(({ value, metrics }) => ({
    country: value,
    visitors: metrics.visitors ?? 0,
  }));
  return (
    <CountryMap
      values={values}
      toLabel={(country, visitors) => `${toValueLabel('country', country)}: ${formatCount(visitors)}`}
      onSelect={(country) => filterBy('country', 'is', country)}
    />
  );
}
