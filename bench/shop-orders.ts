import { randomUUID } from 'node:crypto';
import { apiPaths } from '../contract/paths.ts';
import type { TrackingEventInput } from '../contract/tracking.ts';
import { makeEventId } from '../server/features/tracking/event-rows.ts';
import { userAgents } from './load/workload.ts';

/** Reports one order of a company and resolves once it is committed, with the id of its event. */
export async function sendShopOrder(port: number, companyId: string): Promise<string> {
  const id = makeEventId(new Date());
  const order: TrackingEventInput = {
    id,
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
  return id;
}

/** The revision in a live frame; undefined if it is a heartbeat. */
export function readRevision(frame: string): number | undefined {
  const revision = /"revision":(\d+)/.exec(frame)?.[1];
  return revision === undefined ? undefined : Number(revision);
}
