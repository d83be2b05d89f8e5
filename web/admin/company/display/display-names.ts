import type { AdminCompany } from '../../../../contract/company/companies.ts';
import type { PortalDisplay } from '../../../../contract/company/portal-display.ts';
import {
  type PortalSection,
  usualFigures,
  usualFiguresWithoutShop,
} from '../../../../contract/company/portal-sections.ts';
import {
  dimensionNames,
  dimensionOf,
  type NamedDimension,
} from '../../../../contract/stats/model/dimensions.ts';
import { metricOf } from '../../../../contract/stats/model/metrics.ts';
import type { StatsPeriod } from '../../../../contract/stats/model/periods.ts';

export const sectionNames: Record<PortalSection, string> = {
  charts: 'Charts',
  pages: 'Pages',
  sources: 'Sources',
  locations: 'Locations',
  devices: 'Devices',
  events: 'Events',
  orders: 'Orders',
  live: 'Live view',
  goals: 'Goals',
};

export const periodNames: Record<StatsPeriod, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  'this-month': 'This month',
  'last-month': 'Last month',
  '12mo': 'Last 12 months',
  all: 'All time',
};

interface ListTab {
  dimension: NamedDimension;
  label: string;
}

/** The tabs of a section of lists, in their order: the first dimension of each. Empty for other sections. */
export function tabsOf(section: PortalSection): ListTab[] {
  const tabs = new Map<string, ListTab>();
  for (const dimension of dimensionNames) {
    const { list } = dimensionOf(dimension);
    if (list?.panel === sectionNames[section] && !tabs.has(list.tab))
      tabs.set(list.tab, { dimension, label: list.tab });
  }
  return [...tabs.values()];
}

/** The figures that a portal shows, with the usual ones if none are chosen. */
export function figuresOf({ figures }: PortalDisplay, { hasOrders }: AdminCompany) {
  return figures ?? (hasOrders ? usualFigures : usualFiguresWithoutShop);
}

export const figureName = (name: Parameters<typeof metricOf>[0]) => metricOf(name).label;
