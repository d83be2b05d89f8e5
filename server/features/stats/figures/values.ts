import type { VisitDimension } from '../../../../contract/stats/model/dimensions.ts';
import type { StatsMetric } from '../../../../contract/stats/model/metrics.ts';
import { wholeScope } from '../../access/access.ts';
import { toMetricValues } from '../metric-values.ts';
import type { PeriodQuery } from '../period/resolve-period.ts';
import type { AskedList } from '../sql/wanted.ts';
import type { StatsCompanyRow } from '../stats.queries.ts';
import { openQuestionOf, type StatsDeps, toQuestion } from '../stats.ts';

/** The values of a dimension in a period, those with the most visitors first. */
export interface CompanyValues {
  rows: { value: string; visitors: number; orders: number /** Decimal text. */; revenue: string }[];
  /** The newest events are not counted yet. */
  isPending: boolean;
}

/** The values of a company that are listed. */
const valuesMax = 200;
const metrics = ['visitors', 'orders', 'revenue'] as const satisfies readonly StatsMetric[];

/** Counts with the same statement as the list of a portal. */
export async function listCompanyValues(
  { reader }: Pick<StatsDeps, 'reader'>,
  company: StatsCompanyRow,
  { query, now, dimension }: { query: PeriodQuery; now: Date; dimension: VisitDimension },
): Promise<CompanyValues> {
  const opened = await openQuestionOf({ reader }, company, { query, now, scope: wholeScope });
  const question = toQuestion({ filter: [], goal: undefined }, opened, opened.period.range);
  const list: AskedList = {
    grouping: { by: 'visit-dimension', dimension },
    metrics,
    page: {
      sort: { metric: 'visitors', isDescending: true },
      ...{ limit: valuesMax, page: 1, digits: opened.digits },
    },
  };
  const [found = []] = await reader.askLists(opened.dataset, question, [list]);
  return {
    rows: found.map((row) => {
      const values = toMetricValues(metrics, opened.digits, row);
      return {
        value: row.key ?? '',
        visitors: values.visitors ?? 0,
        orders: values.orders ?? 0,
        revenue: values.revenue ?? '0',
      };
    }),
    isPending: reader.findPending(opened.dataset) !== null,
  };
}
