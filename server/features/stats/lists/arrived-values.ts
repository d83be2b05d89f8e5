import type { StatsFilter } from '../../../../contract/stats/filter.ts';
import type { RowDimension } from '../../../../contract/stats/model/dimensions.ts';
import type { Dataset } from '../../segments/segments.ts';
import { resolvePeriod } from '../period/resolve-period.ts';
import type { StatsReader } from '../reader.ts';

/** A page or event of a site, with the visits of the last 30 days that have it. */
export interface ArrivedValue {
  value: string;
  visits: number;
}

interface AskedValues {
  /** The site itself, also while its portal shows demo data. */
  dataset: Dataset;
  dimension: RowDimension;
  filters: readonly StatsFilter[];
  limit: number;
  now: Date;
}

/** The values of a dimension that most visits of the last 30 days have: those of the usual list of a portal. */
export async function listArrivedValues(
  reader: StatsReader,
  { dataset, dimension, filters, limit, now }: AskedValues,
): Promise<ArrivedValue[]> {
  const query = { period: '30d', compare: 'none' } as const;
  // To the end of the second, as for every question.
  const until = Math.ceil(now.getTime() / 1000) * 1000;
  const { range } = resolvePeriod(query, { timeZone: dataset.timeZone, now: until, firstDay: null });
  const rows = await reader.askList(
    dataset,
    { range, filters, goal: undefined },
    {
      grouping: { by: 'row-dimension', dimension },
      metrics: ['visits'],
      page: { sort: { metric: 'visits', isDescending: true }, limit, page: 1, digits: 0 },
    },
  );
  return rows.map(({ key, visits }) => ({ value: key ?? '', visits: Number(visits ?? 0) }));
}
