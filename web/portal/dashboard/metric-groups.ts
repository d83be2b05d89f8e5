import {
  isAboutSales,
  metricOf,
  metricsWithoutGoal,
  type StatsMetric,
} from '../../../contract/stats/model/metrics.ts';

/** The metrics of the cards, with the specification's labels. */
export const cardMetrics: readonly (readonly [StatsMetric, string])[] = [
  ['revenue', 'Revenue'],
  ['visitors', 'Total Users'],
  ['orders', 'Orders'],
  ['conversion-rate', 'Conversion Rate'],
];

const isOnCard = (name: StatsMetric) => cardMetrics.some(([metric]) => metric === name);

/** The metrics of every site, which are not about orders. */
export const siteMetrics = metricsWithoutGoal.filter((name) => !isAboutSales(name));

/** Averages and rates of orders, for shops, that no card has. */
export const salesAverages = metricsWithoutGoal.filter(
  (name) => isAboutSales(name) && metricOf(name).per !== undefined && !isOnCard(name),
);
