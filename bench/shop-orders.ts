import { randomUUID } from 'node:crypto';
import { apiPaths } from '../contract/paths.ts';
import type { TrackingEventInput } from '../contract/tracking.ts';
import { makeEventId } from '../server/features/tracking/event-rows.ts';
import { userAgents } from './load/workload.ts';

/** Reports one order of a company and resolves once it is committed. */
export async function sendShopOrder(port: number, companyId: string): Promise<void> {
  const order: TrackingEventInput = {
    id: makeEventId(new Date()),
    companyId,
    eventType: 'order',
    metadata: { orderId: randomUUID(), amount: 19.9 },
  };
  const answer = await fetch(`http://127.0.0.1:${port}${apiPaths.trackAnalytics}`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', 'user-agent': userAgents[0] ?? '' },
    body: JSON.stringify(order),
  });
  if (!answer.ok) throw new Error(`an order was answered with ${answer.status}`);
  await answer.arrayBuffer();
}

/** The number of orders in a live frame; undefined if the frame has none. */
export function readOrderCount(frame: string): number | undefined {
  const count = /"orders":\[[\d.]+,(\d+)/.exec(frame)?.[1];
  return count === undefined ? undefined : Number(count);
}
