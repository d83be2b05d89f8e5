import type { PortalCompany } from '../../../contract/company/companies.ts';
import { usualFigures, usualFiguresWithoutShop } from '../../../contract/company/portal-sections.ts';
import type { StatsSummary } from '../../../contract/stats/answers.ts';
import { hasSales } from '../../../contract/stats/has-sales.ts';
import {
  isAboutSales,
  metricOf,
  metricsWithoutGoal,
  type StatsMetric,
} from '../../../contract/stats/model/metrics.ts';
import { hasRight, listSeen } from '../portal-rights.ts';

/** The specification's labels of cards. */
const cardLabels: Partial<Record<StatsMetric, string>> = {
  visitors: 'Total Users',
  'conversion-rate': 'Conversion Rate',
};

export const cardLabelOf = (metric: StatsMetric): string => cardLabels[metric] ?? metricOf(metric).label;

/** The metrics of the cards: what the company chose. A company without a shop sees money only if it was earned. */
export function listFigures(
  company: Pick<PortalCompany, 'display' | 'hasShop' | 'access'>,
  summary: StatsSummary | undefined,
): readonly StatsMetric[] {
  const { display, hasShop } = company;
  const isShop = hasShop || (summary && hasSales(summary));
  const figures = listSeen(company, display.figures ?? (isShop ? usualFigures : usualFiguresWithoutShop));
  // The company may have chosen amounts alone.
  return figures.length > 0 ? figures : usualFiguresWithoutShop;
}

/** Whether the portal has a chart of the revenue: where one of its figures is about orders. */
export const showsRevenue = (
  company: Pick<PortalCompany, 'display' | 'hasShop' | 'access'>,
  summary: StatsSummary | undefined,
): boolean => hasRight(company, 'money') && listFigures(company, summary).some(isAboutSales);

/** The metrics of every site, which are not about orders. */
const siteMetrics = metricsWithoutGoal.filter((name) => !isAboutSales(name));

/** Averages and rates of orders, for shops. */
export const salesAverages = metricsWithoutGoal.filter(
  (name) => isAboutSales(name) && metricOf(name).per !== undefined && name !== 'conversion-rate',
);

/** The metrics below the cards, without those that a card has. */
export function listFurtherMetrics(
  company: Pick<PortalCompany, 'access'>,
  figures: readonly StatsMetric[],
  summary: StatsSummary,
): readonly StatsMetric[] {
  const metrics = hasSales(summary) ? [...siteMetrics, ...salesAverages] : siteMetrics;
  return listSeen(company, metrics).filter((name) => !figures.includes(name));
}
