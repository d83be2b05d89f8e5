import type { AdminCompany } from '../../../../contract/company/companies.ts';
import { type Health, healthStates } from '../../../../contract/company/overview.ts';
import type { Figures } from '../figures/figures-query.ts';

/** A company of the list with what is known of it. */
export interface Listed {
  company: AdminCompany;
  figures: Figures | undefined;
}

type Value = number | string | null;

interface OverviewColumn {
  label: string;
  /** For the menu of columns and screen readers, where the heading is short. */
  name?: string;
  isNumber?: boolean;
  /** Wide screens show it only if it was chosen, or if there is room. */
  needsRoom?: boolean;
  /** The value that rows are sorted by; null comes last. */
  value: (listed: Listed) => Value;
  /** Rows with different values of it are not compared: amounts of different currencies. */
  kind?: (listed: Listed) => string;
}

/** Visitors of the site now: the list of companies knows them before their figures are there. */
export const toLive = ({ company, figures }: Listed): number => figures?.row?.live ?? company.active;

export const toLastEventAt = ({ company, figures }: Listed): string | null =>
  figures?.row?.lastEventAt ?? company.lastEventAt;

export const toLastOpenedAt = ({ company, figures }: Listed): string | null =>
  figures?.row?.lastOpenedAt ?? company.lastOpenedAt;

/** The change of visitors as a factor; null where there is nothing to compare with. */
function toGrowth({ figures }: Listed): number | null {
  const before = figures?.counts?.before?.visitors;
  const now = figures?.counts?.current.visitors;
  if (before === undefined || now === undefined || (before === 0 && now === 0)) return null;
  return now / before;
}

const toTime = (at: string | null) => (at === null ? null : Date.parse(at));

/** The state of a company's site: from its figures, or from what the list of companies knows before. */
export function toState({ company, figures }: Listed): Health['state'] {
  if (company.statisticsBehind) return 'statistics-behind';
  if (figures?.row) return figures.row.health.state;
  if (company.demoDataSince) return 'demo-data';
  return company.lastEventAt === null ? 'never-installed' : 'receiving';
}

export const overviewColumns = {
  live: { label: 'Live', name: 'Live visitors', isNumber: true, value: toLive },
  visitors: {
    label: 'Visitors',
    isNumber: true,
    value: ({ figures }) => figures?.counts?.current.visitors ?? null,
  },
  change: { label: 'Change', name: 'Change of visitors', isNumber: true, value: toGrowth },
  orders: {
    label: 'Orders',
    isNumber: true,
    value: ({ figures }) => figures?.counts?.current.orders ?? null,
  },
  revenue: {
    label: 'Revenue',
    isNumber: true,
    value: ({ figures }) => figures?.counts?.current.revenue ?? null,
    kind: ({ company }) => company.currency,
  },
  conversion: {
    label: 'Conversion',
    name: 'Conversion rate',
    isNumber: true,
    value: ({ figures }) => figures?.counts?.current.conversionRate ?? null,
  },
  ai: {
    label: 'From AI',
    name: 'Share of visits from AI assistants',
    isNumber: true,
    needsRoom: true,
    value: ({ figures }) => figures?.counts?.current.aiShare ?? null,
  },
  bots: {
    label: 'Bots',
    name: 'Share of rejected bots',
    isNumber: true,
    needsRoom: true,
    value: ({ figures }) => figures?.counts?.botShare ?? null,
  },
  health: {
    label: 'Site',
    name: 'State of the site',
    value: (listed) => healthStates.length - healthStates.indexOf(toState(listed)),
  },
  opened: {
    label: 'Opened',
    name: 'Last opened by the client',
    needsRoom: true,
    value: (listed) => toTime(toLastOpenedAt(listed)),
  },
} as const satisfies Record<string, OverviewColumn>;

export type ColumnName = keyof typeof overviewColumns;
export const columnNames = Object.keys(overviewColumns) as ColumnName[];
export const columnOf = (name: ColumnName): OverviewColumn => overviewColumns[name];
export const nameOf = (name: ColumnName): string => columnOf(name).name ?? columnOf(name).label;
