import { unknownValue } from '../../../../contract/stats/model/dimensions.ts';

/** The values of the columns of `rowDims`. Rows with the same values share them. */
export type Dimensions = Readonly<Record<string, string>>;

/** An event that counts, as statistics need it. Times in microseconds since 1970. */
export interface Row {
  id: string;
  at: number;
  /** Undefined for a row that belongs to no visitor. */
  visitor: string | undefined;
  kind: string;
  path: string;
  host: string;
  eventName: string | null;
  engagedMs: number;
  /** Of an order or refund, in units of four decimals, and its currency if it is not the company's. */
  amount: bigint | null;
  foreignCurrency: string | null;
  isVerified: boolean;
  dimensions: Dimensions;
}

/** A page view or custom event of a visit. */
export interface VisitRow {
  at: number;
  isPageView: boolean;
  path: string;
  host: string;
  eventName: string | null;
}

export interface Visit {
  /** The same for the visits of a visitor on the day. */
  visitor: number | string;
  startedAt: number;
  isFirst: boolean;
  isBounce: boolean;
  pageViews: number;
  events: number;
  engagedMs: number;
  orders: number;
  revenue: bigint;
  pricedOrders: number;
  verifiedOrders: number;
  verifiedRevenue: bigint;
  verifiedPricedOrders: number;
  entryPage: string;
  exitPage: string;
  dimensions: Dimensions;
  rows: readonly VisitRow[];
}

/** A row that belongs to no visit, such as an order of a server, or a refund. */
export interface LooseRow {
  at: number;
  kind: string;
  path: string;
  host: string;
  eventName: string | null;
  /** Null in another currency than the company's. */
  amount: bigint | null;
  isVerified: boolean;
  /** The dimensions of a refund whose order had a visit. */
  refundOf: Dimensions | null;
}

/** An order or refund in another currency than the company's. */
export interface ForeignRow {
  day: string;
  kind: string;
  /** When its visit began, or its own time without one. */
  countedAt: number;
  currency: string;
  amount: bigint;
  isVerified: boolean;
}

const visitTimeout = 30 * 60 * 1_000_000;
const bounceEngagementMs = 10_000;

export const isCounted = (kind: string): boolean => kind === 'pageview' || kind === 'event';

/** The rows of one visitor and day in the order in which they happened. */
export function sortRows(rows: Row[]): Row[] {
  return rows.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
}

/**
 * Divides the sorted rows of a visitor and day into visits: a row that is not engagement begins one if none has begun yet or the row
 * before it, of any kind, is at least half an hour older. Engagement before the first visit is left over.
 */
export function divideRows(rows: readonly Row[]): { visits: Row[][]; left: Row[] } {
  const visits: Row[][] = [];
  const left: Row[] = [];
  let current: Row[] | undefined;
  let previousAt = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    if (row.kind !== 'engagement' && (!current || row.at - previousAt >= visitTimeout)) {
      current = [];
      visits.push(current);
    }
    (current ?? left).push(row);
    previousAt = row.at;
  }
  return { visits, left };
}

export function toVisit(rows: readonly Row[], isFirst: boolean): Visit {
  const [first] = rows;
  if (!first) throw new Error('a visit has at least one row');
  const entry = rows.find(({ kind }) => kind === 'pageview') ?? first;
  const exit =
    rows.findLast(({ kind }) => kind === 'pageview') ??
    rows.findLast(({ kind }) => kind !== 'engagement') ??
    first;
  const visit: Visit = {
    ...{ visitor: first.visitor ?? '', startedAt: first.at, isFirst, isBounce: false },
    ...{ pageViews: 0, events: 0, engagedMs: 0, orders: 0, revenue: 0n, pricedOrders: 0 },
    ...{ verifiedOrders: 0, verifiedRevenue: 0n, verifiedPricedOrders: 0 },
    ...{ entryPage: entry.path, exitPage: exit.path, dimensions: entry.dimensions },
    rows: rows.filter(({ kind }) => isCounted(kind)).map(toVisitRow),
  };
  for (const row of rows) addRow(visit, row);
  visit.isBounce =
    visit.pageViews === 1 && visit.events === 0 && visit.orders === 0 && visit.engagedMs < bounceEngagementMs;
  return visit;
}

const toVisitRow = ({ at, kind, path, host, eventName }: Row): VisitRow => ({
  ...{ at, path, host, eventName },
  isPageView: kind === 'pageview',
});

function addRow(visit: Visit, row: Row): void {
  visit.engagedMs += row.engagedMs;
  if (row.kind === 'pageview') visit.pageViews += 1;
  if (row.kind === 'event') visit.events += 1;
  const amount = row.foreignCurrency === null ? row.amount : null;
  visit.revenue += amount ?? 0n;
  if (row.isVerified) visit.verifiedRevenue += amount ?? 0n;
  if (row.kind !== 'order') return;
  const isPriced = amount !== null;
  visit.orders += 1;
  if (isPriced) visit.pricedOrders += 1;
  if (!row.isVerified) return;
  visit.verifiedOrders += 1;
  if (isPriced) visit.verifiedPricedOrders += 1;
}

export function toLooseRow(row: Row): LooseRow {
  const { at, kind, path, host, eventName, isVerified } = row;
  const amount = row.foreignCurrency === null ? row.amount : null;
  // A refund is stored with what began the visit of its order. Where that visit ended is not.
  const refundOf =
    kind === 'refund' && path !== ''
      ? { ...row.dimensions, entry_page: path, exit_page: unknownValue }
      : null;
  return { at, kind, path, host, eventName, amount, isVerified, refundOf };
}

export function toForeignRow(row: Row, day: string, countedAt: number): ForeignRow | undefined {
  const { kind, foreignCurrency: currency, amount, isVerified } = row;
  if (currency === null || amount === null) return undefined;
  return { day, kind, countedAt, currency, amount, isVerified };
}
