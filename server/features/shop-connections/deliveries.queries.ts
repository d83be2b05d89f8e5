import { and, desc, eq, inArray } from 'drizzle-orm';
import { deliveriesMax } from '../../../contract/shop/connections.ts';
import type { Tx } from '../../db/client.ts';
import { shopConnections, shopDeliveries } from '../../db/schema/companies.ts';

export type DeliveryRow = typeof shopDeliveries.$inferSelect;

/** Newest first. */
export async function listDeliveryRows(tx: Tx, connectionIds: string[]): Promise<DeliveryRow[]> {
  if (connectionIds.length === 0) return [];
  return tx.orm
    .select()
    .from(shopDeliveries)
    .where(inArray(shopDeliveries.connection_id, connectionIds))
    .orderBy(desc(shopDeliveries.received_at), desc(shopDeliveries.id));
}

/** Locks a connection, so that its deliveries are stored one after the other. False if it was removed. */
export async function lockConnection(tx: Tx, companyId: string, connectionId: string): Promise<boolean> {
  const locked = await tx.orm
    .select({ id: shopConnections.id })
    .from(shopConnections)
    .where(and(eq(shopConnections.company_id, companyId), eq(shopConnections.id, connectionId)))
    .for('update');
  return locked.length > 0;
}

export async function findNewestDelivery(tx: Tx, connectionId: string): Promise<DeliveryRow | undefined> {
  const [found] = await tx.orm
    .select()
    .from(shopDeliveries)
    .where(eq(shopDeliveries.connection_id, connectionId))
    .orderBy(desc(shopDeliveries.received_at), desc(shopDeliveries.id))
    .limit(1);
  return found;
}

export async function countDeliveryAgain(
  tx: Tx,
  { connection_id, id }: DeliveryRow,
  at: Date,
): Promise<void> {
  await tx.query(
    // The column is an integer, and a flood may last for years.
    `UPDATE shop_deliveries SET count = least(count, 2000000000) + 1, received_at = $3
     WHERE connection_id = $1 AND id = $2`,
    [connection_id, id, at],
  );
}

/** Stores a delivery and deletes the oldest ones beyond the limit. */
export async function insertDelivery(tx: Tx, row: typeof shopDeliveries.$inferInsert): Promise<void> {
  await tx.orm.insert(shopDeliveries).values(row);
  const beyond = await tx.orm
    .select({ id: shopDeliveries.id })
    .from(shopDeliveries)
    .where(eq(shopDeliveries.connection_id, row.connection_id))
    .orderBy(desc(shopDeliveries.received_at), desc(shopDeliveries.id))
    .offset(deliveriesMax);
  if (beyond.length === 0) return;
  const ids = beyond.map(({ id }) => id);
  await tx.orm
    .delete(shopDeliveries)
    .where(and(eq(shopDeliveries.connection_id, row.connection_id), inArray(shopDeliveries.id, ids)));
}
