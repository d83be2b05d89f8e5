import type { PortalDisplay } from '../../../../contract/company/portal-display.ts';
import { portalSections } from '../../../../contract/company/portal-sections.ts';
import type { MetricValues } from '../../../../contract/stats/answers.ts';
import { listMetricsOf } from '../../../../contract/stats/list-metrics.ts';
import {
  dimensionNames,
  dimensionOf,
  type NamedDimension,
  type StatsDimension,
} from '../../../../contract/stats/model/dimensions.ts';
import type { StatsMetric } from '../../../../contract/stats/model/metrics.ts';
import { salesAverages } from '../metric-groups.ts';

export interface ListDimension {
  dimension: NamedDimension;
  /** The name of a tab or choice. */
  label: string;
  /** The plural of its values, for the middle of a sentence. */
  plural: string;
  /** Advice for administrators whose list is empty. */
  advice: string | undefined;
}

export interface ListTab extends ListDimension {
  /** All dimensions of the tab, to choose from; undefined for one. */
  choices: readonly ListDimension[] | undefined;
}

export interface ListPanelContent {
  title: string;
  tabs: readonly [ListTab, ...ListTab[]];
}

/** The panels, tabs and choices that the dimensions declare, in their order. */
export const listPanels: readonly ListPanelContent[] = [
  ...groupBy(dimensionNames, (name) => dimensionOf(name).list?.panel),
].flatMap(([title, names]) => {
  const [first, ...others] = listTabs(names);
  return first ? [{ title, tabs: [first, ...others] }] : [];
});

function listTabs(names: readonly NamedDimension[]): ListTab[] {
  return [...groupBy(names, (name) => dimensionOf(name).list?.tab)].flatMap(([tab, inTab]) => {
    const choices = inTab.map((name) => toListDimension(name, dimensionOf(name).list?.choice ?? tab));
    const [first] = choices;
    return first ? [{ ...first, label: tab, choices: choices.length > 1 ? choices : undefined }] : [];
  });
}

function toListDimension(dimension: NamedDimension, label: string): ListDimension {
  const { plural, advice } = dimensionOf(dimension);
  return { dimension, label, plural, advice };
}

/** The names under each key, in their order; those without a key are left out. */
function groupBy(
  names: readonly NamedDimension[],
  toKey: (name: NamedDimension) => string | undefined,
): Map<string, NamedDimension[]> {
  const groups = new Map<string, NamedDimension[]>();
  for (const name of names) {
    const key = toKey(name);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), name]);
  }
  return groups;
}

/** The tab and choice that a panel opens with: the list that the company chose, or the first. */
export function findFirstList(
  { title, tabs }: ListPanelContent,
  firstLists: PortalDisplay['firstLists'],
): { tab: number; choice: number } {
  const section = portalSections.find((name) => name === title.toLowerCase());
  const chosen = section && firstLists[section];
  for (const [tab, { dimension, choices = [] }] of tabs.entries()) {
    if (dimension === chosen) return { tab, choice: 0 };
    const choice = choices.findIndex((each) => each.dimension === chosen);
    if (choice >= 0) return { tab, choice };
  }
  return { tab: 0, choice: 0 };
}

const listed: readonly ListDimension[] = listPanels.flatMap(({ tabs }) =>
  tabs.flatMap(({ choices, ...tab }) => choices ?? [tab]),
);

export const findListDimension = (dimension: string | null): ListDimension | undefined =>
  listed.find((each) => each.dimension === dimension);

/** The metrics that all rows of a list ask for. */
export const allRowsMetricsOf = (dimension: StatsDimension): readonly StatsMetric[] => [
  ...listMetricsOf(dimension),
  ...salesAverages,
];

/** Whether a list shows orders and revenue. A period without an order can have refunds of earlier ones. */
export const showsSales = ({ orders, revenue }: MetricValues): boolean =>
  (orders ?? 0) > 0 || Number(revenue ?? 0) !== 0;
