import type { StatsMetric } from '../stats/model/metrics.ts';

/** The sections of a portal below its figures, in their usual order. Without zod, as all of this file. */
export const portalSections = [
  'charts',
  'pages',
  'sources',
  'locations',
  'devices',
  'events',
  'orders',
  'live',
  'goals',
] as const;
export type PortalSection = (typeof portalSections)[number];

/** The figures of the specification's cards, next to the number of live visitors. */
export const usualFigures = [
  'revenue',
  'visitors',
  'orders',
  'conversion-rate',
] as const satisfies StatsMetric[];
/** The figures of a company without a shop. */
export const usualFiguresWithoutShop = [
  'visitors',
  'visits',
  'page-views',
  'visit-duration',
] as const satisfies StatsMetric[];
