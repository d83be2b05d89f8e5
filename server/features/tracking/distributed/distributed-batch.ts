import type { Db, Tx } from '../../../db/client.ts';
import { pipelineTransaction } from '../../../db/cluster/pipelined-transaction.ts';
import { sendTogether } from '../../../db/cluster/send-together.ts';
import { isUniqueViolation } from '../../../db/cluster/unique-violation.ts';
import type { EventBatch, StoredBatch } from '../event-batch.ts';
import { presenceIntervalMs, sameIdWindowMs } from '../store-batch.queries.ts';
import {
  deletePresence,
  insertEventChanges,
  insertNewEvents,
  insertShopOrders,
  insertVisitors,
  notifyActivity,
  raiseRevisions,
  upsertPresence,
} from './distributed-batch.queries.ts';
import {
  listKnownEvents,
  listKnownVisitors,
  listRemovedOrders,
  listStoredOrders,
} from './known-rows.queries.ts';
import { type BatchPlan, type KnownRows, planBatch, toOrderKey, toVisitorKey } from './plan-batch.ts';

const attemptsMax = 3;

/** Another process stored a row of the batch since it was planned. */
class Overtaken extends Error {}

/**
 * Stores a batch as `storeBatch` does, with statements that a distributed database accepts (decision 51). They are sent
 * in two steps, those of one step together: what is known, and what is new. `db` may be the machine that has the rows.
 * Resolves when the rows are committed and `coordinator`, where every process listens, has sent the notification.
 */
export async function storeDistributedBatch(
  { db, coordinator }: { db: Db; coordinator: Db },
  batch: EventBatch,
  now: Date,
): Promise<StoredBatch> {
  const { answer, changes } = await storeOnce(db, batch, now);
  if (changes.length > 0)
    await notifyActivity(
      coordinator,
      changes.map(({ companyId }) => companyId),
    );
  return answer;
}

async function storeOnce(db: Db, batch: EventBatch, now: Date): Promise<BatchPlan> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await pipelineTransaction(db, async (tx, commit) => {
        const plan = planBatch(batch, await findKnown(tx, batch, now));
        if (mayBeOvertaken(plan)) await write(tx, plan, now);
        else await sendTogether([write(tx, plan, now), commit()]);
        return plan;
      });
    } catch (error) {
      // The rows of the other process are known to the next attempt.
      const isOvertaken = error instanceof Overtaken || isUniqueViolation(error);
      if (!isOvertaken || attempt === attemptsMax) throw error;
    }
  }
}

async function findKnown(tx: Tx, { events }: EventBatch, now: Date): Promise<KnownRows> {
  const from = new Date(now.getTime() - sameIdWindowMs);
  const to = new Date(now.getTime() + sameIdWindowMs);
  const orders = events.filter(({ kind }) => kind === 'order');
  const sessions = events.filter(({ kind }) => kind === 'session');
  const [known, removedOrders, storedOrders, visitors] = await sendTogether([
    events.length > 0 ? listKnownEvents(tx, events, { from, to }) : none(),
    orders.length > 0 ? listRemovedOrders(tx, orders) : none(),
    orders.length > 0 ? listStoredOrders(tx, orders) : none(),
    sessions.length > 0 ? listKnownVisitors(tx, sessions) : none(),
  ]);
  return { events: known, removedOrders, storedOrders, visitors };
}

const none = (): never[] => [];

async function write(tx: Tx, plan: BatchPlan, now: Date): Promise<void> {
  const { events, orders, visitors, openTabs, leftTabs, changes } = plan;
  const rewriteBefore = new Date(now.getTime() - presenceIntervalMs);
  const revised = changes.map(({ companyId, events: added }) => ({
    company_id: companyId,
    events: added.map(({ id, occurred_at: occurredAt }) => ({ id, occurredAt })),
  }));
  const journal = revised.filter(({ events: added }) => added.length > 0);
  // The revisions late, because their row locks make another process wait for this commit.
  const [newOrders, newVisitors] = await sendTogether([
    orders.length > 0 ? insertShopOrders(tx, orders, now) : none(),
    visitors.length > 0 ? insertVisitors(tx, visitors, now) : none(),
    events.length > 0 && insertNewEvents(tx, events),
    openTabs.length > 0 && upsertPresence(tx, openTabs, { now, rewriteBefore }),
    sendTogether([...leftTabs].map(([companyId, tabs]) => deletePresence(tx, companyId, tabs))),
    revised.length > 0 && raiseRevisions(tx, revised, now),
    journal.length > 0 && insertEventChanges(tx, journal, now),
  ]);
  requireNew(plan, newOrders.map(toOrderKey), newVisitors.map(toVisitorKey));
}

/** Whether another process could have stored a row since the plan that no unique key of an insert notices. */
const mayBeOvertaken = ({ orders, newVisitors }: BatchPlan) => orders.length > 0 || newVisitors.size > 0;

/** Without a conflict, every order and every visitor that the plan relies on was inserted. */
function requireNew(
  { orders, newVisitors }: BatchPlan,
  insertedOrders: string[],
  insertedVisitors: string[],
) {
  const inserted = new Set(insertedVisitors);
  if (insertedOrders.length < orders.length || [...newVisitors].some((key) => !inserted.has(key)))
    throw new Overtaken('another process stored a row of the batch');
}
