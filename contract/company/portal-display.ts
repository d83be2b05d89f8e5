import { z } from 'zod';
import { isNamedDimension } from '../stats/model/dimensions.ts';
import { metricsWithoutGoal } from '../stats/model/metrics.ts';
import { statsPeriods } from '../stats/model/periods.ts';
import { portalSections } from './portal-sections.ts';

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
