import type { Tx } from '../../../db/client.ts';
import { listEventsOfOrderVisitor, type VisitorEvent } from './refunds.queries.ts';

const dayMs = 86_400_000;
const visitGapMs = 30 * 60_000;

/** The ids (UUIDv7) of events between two times, which an index finds. */
export function toIdBounds(from: number, to: number): { from: string; to: string } {
  const at = (ms: number) => Math.max(0, ms).toString(16).padStart(12, '0');
  const toId = (hex: string, rest: string) => `${hex.slice(0, 8)}-${hex.slice(8)}-${rest}`;
  return {
    from: toId(at(from), '0000-0000-000000000000'),
    to: toId(at(to), 'ffff-ffff-ffffffffffff'),
  };
}

export interface OrderVisit {
  entryEventId: string | null;
  idBounds: { from: string; to: string };
}

/** The event that began the visit of an order: its first page view, otherwise its first event. */
export async function findOrderVisit(
  tx: Tx,
  companyId: string,
  order: { event_id: string; occurred_at: string },
): Promise<OrderVisit> {
  const at = Date.parse(order.occurred_at);
  // A day has at most 25 hours, and the order is somewhere in it.
  const idBounds = toIdBounds(at - 1.1 * dayMs, at + 1.1 * dayMs);
  const events = await listEventsOfOrderVisitor(tx, companyId, order, idBounds);
  return { entryEventId: findEntry(events, order.event_id), idBounds };
}

/** As statistics divide events into visits: a gap of half an hour ends one, and engagement begins none. */
function findEntry(events: readonly VisitorEvent[], orderEventId: string): string | null {
  let visit: VisitorEvent[] = [];
  let previous: VisitorEvent | undefined;
  let hasOrder = false;
  for (const event of events) {
    const isLate = !previous || event.occurred_at.getTime() - previous.occurred_at.getTime() >= visitGapMs;
    previous = event;
    if (event.kind !== 'engagement' && (isLate || visit.length === 0)) {
      if (hasOrder) break;
      visit = [];
    }
    if (visit.length > 0 || event.kind !== 'engagement') visit.push(event);
    hasOrder ||= event.id === orderEventId;
  }
  if (!hasOrder) return null;
  return (visit.find(({ kind }) => kind === 'pageview') ?? visit[0])?.id ?? null;
}
