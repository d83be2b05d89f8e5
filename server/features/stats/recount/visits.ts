import {
  dimensions,
  noneValue,
  unknownValue,
  type VisitDimension,
  visitDimensions,
} from '../../../../contract/stats/model/dimensions.ts';
import { eventColumns } from '../../tracking/event-columns.ts';
import { minute, toLocalDate } from './local-time.ts';
import type { RawEvent, RawOrder, SourceTable } from './raw-rows.ts';

export type VisitDimensions = Record<VisitDimension, string>;

/** A stored row with the visit it belongs to. */
export interface Hit {
  event: RawEvent;
  /** The local date. */
  day: string;
  host: string;
  /** The shop order of a row that is an order or a refund. */
  order: RawOrder | null;
  visit: Visit | null;
  /** The dimensions of a refund whose order belonged to a visit. */
  refundDimensions: VisitDimensions | null;
}

export interface Visit {
  /** Identifies the visitor of the day. */
  visitor: string;
  startedAt: number;
  dimensions: VisitDimensions;
  hits: Hit[];
  pageViews: number;
  events: number;
  orders: RawOrder[];
  engagedMs: number;
  isBounce: boolean;
}

const visitEndsAfter = 30 * minute;
const bounceEngagedMs = 10_000;

interface VisitRules {
  timeZone: string;
  /** Shop orders by order id. */
  orders: ReadonlyMap<string, RawOrder>;
  sources: SourceTable;
}

/** The visitors of the rows, each with its hits of one local day in the order of time. Rows without a visitor come alone. */
export function toVisitorDays(events: Iterable<RawEvent>, rules: VisitRules): Hit[][] {
  const days = new Map<string, Hit[]>();
  const alone: Hit[][] = [];
  for (const event of events) {
    const isOfOrder = event.kind === 'order' || event.kind === 'refund';
    const order = isOfOrder ? rules.orders.get(event.order_id ?? '') : undefined;
    // An order that was removed never happened, nor did its refunds.
    if (isOfOrder && !order) continue;
    const day = toLocalDate(event.occurred_at, rules.timeZone);
    const hit: Hit = {
      ...{ event, day, host: valueOr(event.host, unknownValue), order: order ?? null, visit: null },
      refundDimensions: event.kind === 'refund' ? toRefundDimensions(event, rules.sources) : null,
    };
    const visitor = findVisitor(event, day);
    if (visitor === undefined) alone.push([hit]);
    else {
      const hits = days.get(visitor) ?? [];
      hits.push(hit);
      days.set(visitor, hits);
    }
  }
  for (const [visitor, hits] of days) {
    hits.sort(compareHits);
    splitIntoVisits(visitor, hits, rules.sources);
  }
  return [...days.values(), ...alone];
}

/** Undefined for a row that belongs to no visitor, such as an order sent by a server. */
function findVisitor(event: RawEvent, day: string): string | undefined {
  if (event.host !== null) return event.visitor_id === null ? undefined : `${day} ${event.visitor_id}`;
  return event.session_id === null ? undefined : `${day} session ${event.session_id}`;
}

function compareHits(a: Hit, b: Hit): number {
  if (a.event.occurred_at !== b.event.occurred_at) return a.event.occurred_at - b.event.occurred_at;
  return a.event.id < b.event.id ? -1 : 1;
}

function splitIntoVisits(visitor: string, hits: Hit[], sources: SourceTable): void {
  let current: Hit[] = [];
  const visits: Hit[][] = [];
  hits.forEach((hit, index) => {
    const previous = hits[index - 1];
    const isEngagement = hit.event.kind === 'engagement';
    const isLate = !previous || hit.event.occurred_at - previous.event.occurred_at >= visitEndsAfter;
    if (!isEngagement && (isLate || current.length === 0)) {
      current = [];
      visits.push(current);
    }
    // Engagement before the first visit has none to belong to.
    if (current.length > 0 || !isEngagement) current.push(hit);
  });
  for (const members of visits) {
    const visit = toVisit(visitor, members, sources);
    for (const hit of members) hit.visit = visit;
  }
}

function toVisit(visitor: string, hits: Hit[], sources: SourceTable): Visit {
  const [first] = hits;
  if (!first) throw new Error('a visit has at least one row');
  const pageViews = hits.filter(({ event }) => event.kind === 'pageview');
  const pages = pageViews.length > 0 ? pageViews : hits.filter(({ event }) => event.kind !== 'engagement');
  const events = hits.filter(({ event }) => event.kind === 'event').length;
  const orders = hits.flatMap(({ order }) => (order ? [order] : []));
  const engagedMs = hits.reduce((sum, { event }) => sum + engagementOf(event), 0);
  return {
    visitor,
    startedAt: first.event.occurred_at,
    dimensions: {
      ...toDimensions((pageViews[0] ?? first).event, sources),
      'entry-page': pages[0]?.event.path ?? '',
      'exit-page': pages.at(-1)?.event.path ?? '',
    },
    hits,
    pageViews: pageViews.length,
    events,
    orders,
    engagedMs,
    isBounce: pageViews.length === 1 && events === 0 && orders.length === 0 && engagedMs < bounceEngagedMs,
  };
}

/** A refund is stored with what began the visit of its order. Where that visit ended is not. */
function toRefundDimensions(event: RawEvent, sources: SourceTable): VisitDimensions | null {
  if (event.path === '') return null;
  return { ...toDimensions(event, sources), 'entry-page': event.path, 'exit-page': unknownValue };
}

const engagementOf = (event: RawEvent) => (event.kind === 'engagement' ? (event.engaged_ms ?? 0) : 0);

/** The value, or the given one where nothing was stored. */
const valueOr = (value: string | null, otherwise: string) =>
  value === null || value === '' ? otherwise : value;

/** Dimensions that are computed from several columns, or from the pages of the visit. */
const computed = ['entry-page', 'exit-page', 'source', 'channel', 'referrer'] as const;
type StoredDimension = Exclude<VisitDimension, (typeof computed)[number]>;
const computedNames: readonly string[] = computed;
const storedDimensions = visitDimensions.filter(
  (name): name is StoredDimension => !computedNames.includes(name),
);

function toDimensions(
  event: RawEvent,
  sources: SourceTable,
): Omit<VisitDimensions, 'entry-page' | 'exit-page'> {
  const isOld = event.host === null;
  const { referrer_host: referrerHost } = event;
  const stored = storedDimensions.map((name) => {
    const { column } = dimensions[name];
    const isCampaign = eventColumns[column].statistics === 'campaign';
    // Old rows do not tell whether there was a campaign.
    const missing = isCampaign && !isOld ? noneValue : unknownValue;
    const value = event[column];
    return [name, isCampaign && isOld ? unknownValue : valueOr(value, missing)];
  });
  return {
    source: isOld ? sources.toSource(referrerHost) : valueOr(event.source, 'Direct'),
    channel: isOld ? sources.toChannel(referrerHost) : valueOr(event.channel, 'Direct'),
    referrer: referrerHost === '' ? noneValue : referrerHost + (event.referrer_path ?? ''),
    ...(Object.fromEntries(stored) as Record<StoredDimension, string>),
  };
}
