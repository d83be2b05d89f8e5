import { z } from 'zod';
import { isNamedDimension } from '../stats/model/dimensions.ts';
import { metricsWithoutGoal, type StatsMetric } from '../stats/model/metrics.ts';
import { statsPeriods } from '../stats/model/periods.ts';

/** The sections of a portal below its figures, in their usual order. */
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

const figure = z.enum(metricsWithoutGoal);
const isOnce = (names: readonly string[]) => new Set(names).size === names.length;
const once = { error: 'must not contain a name twice' };

/** The first content of a company's portal, in its order. An administrator chooses it. */
export const portalDisplay = z.object({
  /** The sections that are shown, in their order. */
  sections: z.array(z.enum(portalSections)).min(1).refine(isOnce, once),
  /** The figures of the cards, in their order; null for the usual ones, which are not about money without a shop. */
  figures: z.array(figure).min(1).max(4).refine(isOnce, once).nullable(),
  /** The dimension that a section of lists opens with. Without one, the first. */
  firstLists: z.partialRecord(
    z.enum(portalSections),
    z.string().refine(isNamedDimension, { error: 'must be a dimension' }),
  ),
  /** The period of an address without one. */
  period: z.enum(statsPeriods),
  /** The goal whose conversions are shown next to the figures; null for none. */
  goalId: z.uuid().nullable(),
});
export type PortalDisplay = z.infer<typeof portalDisplay>;

export const usualDisplay: PortalDisplay = {
  sections: [...portalSections],
  figures: null,
  firstLists: {},
  period: '30d',
  goalId: null,
};
