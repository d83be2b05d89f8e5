import type { ShopOrderCorrection } from '../../../../contract/shop/reported-orders.ts';
import type { Db } from '../../../db/client.ts';
import { notify } from '../../../db/notifications/notifications.ts';
import { type Actor, recordAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { createUuidV7 } from '../../../platform/uuid-v7.ts';
import { requireCompany } from '../../companies/companies.ts';
import { type EventChange, recordEventChanges } from '../../tracking/event-changes.queries.ts';
import { insertHistory } from '../ledger/ledger.queries.ts';
import {
  hasConflict,
  lockShopOrder,
  removeRefunds,
  removeShopOrder,
  replaceAmount,
  restoreShopOrder,
} from './correct-order.queries.ts';

/**
 * Removes a shop order, or counts another amount that was reported for it. Also works for a removed order, because
 * someone may have invented its number before the shop used it. Orders, events and the audit entry change in one
 * transaction. Open portals get new snapshots.
 */
export async function correctShopOrder(
  db: Db,
  companyId: string,
  { orderId, amount }: ShopOrderCorrection,
  by: Actor,
): Promise<void> {
  const { name, currency } = await requireCompany(db, companyId);
  const now = new Date();
  await db.transaction(async (tx) => {
    const order = await lockShopOrder(tx, companyId, orderId);
    let changed: EventChange;
    if (!order) {
      const restored =
        amount === null ? undefined : await restoreShopOrder(tx, companyId, orderId, { amount, now });
      if (restored === undefined) throw orderNotFound();
      changed = { events: [{ id: restored, occurredAt: now }] };
    } else {
      if (amount === null) {
        for (const at of await removeRefunds(tx, companyId, orderId))
          await recordEventChanges(tx, companyId, { from: at, to: at }, now);
        await insertHistory(tx, companyId, {
          ...{ id: createUuidV7(now), at: now, orderId, kind: 'removed', reporter: 'admin' },
          ...{ amount: order.amount, currency: order.foreign_currency ?? currency },
        });
        await removeShopOrder(tx, companyId, orderId, order, now);
        // A deleted event can only be named by its time.
        changed = { from: new Date(order.occurred_at), to: new Date(order.occurred_at) };
      } else {
        if (order.source === 'verified') throw amountVerified();
        if (!(await hasConflict(tx, companyId, orderId, amount))) throw amountNotReported();
        await replaceAmount(tx, companyId, orderId, { order, amount, now });
        changed = { events: [{ id: order.event_id, occurredAt: order.occurred_at }] };
      }
    }
    await recordEventChanges(tx, companyId, changed, now);
    const change = amount === null ? '' : ` to ${amount} ${currency}`;
    await recordAudit(tx, by, {
      action: amount === null ? 'shop-order.removed' : 'shop-order.changed',
      object: `${orderId} (${order ? `${order.amount} ${currency}` : 'removed'}) of ${name}${change}`,
      objectId: companyId,
    });
    await notify(tx, { kind: 'history-changed', companyId });
  });
}

function orderNotFound(): AppError {
  const message = 'This order is no longer counted. Reload the list to see the counted orders.';
  return new AppError(404, 'not-found', message);
}

function amountVerified(): AppError {
  const message = 'The amount of a verified order comes from the shop itself and cannot be changed here.';
  return new AppError(409, 'conflict', message);
}

function amountNotReported(): AppError {
  const message = 'This amount is no longer among the reports of the order. Reload the list and try again.';
  return new AppError(409, 'conflict', message);
}
