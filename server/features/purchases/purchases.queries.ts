import { and, asc, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { purchaseEvents, purchases } from '../../db/schema/purchases.ts';

export type PurchaseRow = typeof purchases.$inferSelect;

export async function insertPurchase(tx: Tx, row: typeof purchases.$inferInsert): Promise<PurchaseRow> {
  const [inserted] = await tx.orm.insert(purchases).values(row).returning();
  if (!inserted) throw new Error('the new purchase was not returned');
  return inserted;
}

export async function hasPaidPurchase(tx: Tx, email: string): Promise<boolean> {
  const { rows } = await tx.orm.execute(
    sql`SELECT 1 FROM purchases WHERE lower(customer_email) = lower(${email})
        AND paid_at IS NOT NULL AND NOT is_test LIMIT 1`,
  );
  return rows.length > 0;
}

export async function findPurchaseById(tx: Tx, id: string): Promise<PurchaseRow | undefined> {
  return findPurchase(tx, eq(purchases.id, id));
}

export async function findPurchaseBySession(tx: Tx, sessionId: string): Promise<PurchaseRow | undefined> {
  return findPurchase(tx, eq(purchases.session_id, sessionId));
}

async function findPurchase(tx: Tx, condition: SQL): Promise<PurchaseRow | undefined> {
  const [found] = await tx.orm.select().from(purchases).where(condition).limit(1);
  return found;
}

export async function saveCheckout(
  tx: Tx,
  purchaseId: string,
  checkout: { sessionId: string; url: string },
): Promise<void> {
  await tx.orm
    .update(purchases)
    .set({ session_id: checkout.sessionId, checkout_url: checkout.url, updated_at: new Date() })
    .where(eq(purchases.id, purchaseId));
}

interface EventReferences {
  provider: string;
  isTest: boolean;
  paymentId: string | null;
  sessionId: string | null;
  paymentIntent: string | null;
}

/** The purchase of an event, by our id, the checkout, or the payment intent of an earlier event. */
export async function findPurchaseOfEvent(
  tx: Tx,
  references: EventReferences,
): Promise<PurchaseRow | undefined> {
  const { provider, isTest, paymentId, sessionId, paymentIntent } = references;
  const conditions = [
    ...(paymentId === null ? [] : [eq(purchases.id, paymentId)]),
    ...(sessionId === null ? [] : [eq(purchases.session_id, sessionId)]),
    ...(paymentIntent === null ? [] : [eq(purchases.payment_intent, paymentIntent)]),
  ];
  if (conditions.length === 0) return undefined;
  const ours = and(eq(purchases.provider, provider), eq(purchases.is_test, isTest), or(...conditions));
  return ours && findPurchase(tx, ours);
}

/** Returns false if the event is already stored. */
export async function insertPurchaseEvent(tx: Tx, row: typeof purchaseEvents.$inferInsert): Promise<boolean> {
  const inserted = await tx.orm
    .insert(purchaseEvents)
    .values(row)
    .onConflictDoNothing({ target: purchaseEvents.id })
    .returning({ id: purchaseEvents.id });
  return inserted.length > 0;
}

/** Assigns events to a purchase that arrived before it could be identified. */
export async function adoptPurchaseEvents(tx: Tx, purchase: PurchaseRow, intent: string): Promise<void> {
  await tx.orm
    .update(purchaseEvents)
    .set({ purchase_id: purchase.id })
    .where(
      and(
        eq(purchaseEvents.payment_intent, intent),
        eq(purchaseEvents.is_test, purchase.is_test),
        isNull(purchaseEvents.purchase_id),
      ),
    );
}

export async function listPurchaseEvents(
  tx: Tx,
  purchaseId: string,
): Promise<(typeof purchaseEvents.$inferSelect)[]> {
  return tx.orm.select().from(purchaseEvents).where(eq(purchaseEvents.purchase_id, purchaseId));
}

export async function updatePurchase(
  tx: Tx,
  purchaseId: string,
  change: Partial<typeof purchases.$inferInsert>,
): Promise<void> {
  await tx.orm.update(purchases).set(change).where(eq(purchases.id, purchaseId));
}

/** Pending purchases of a provider created before the given time, oldest first. */
export async function listUnfinishedPurchases(
  tx: Tx,
  { provider, isTest, before, max }: { provider: string; isTest: boolean; before: Date; max: number },
): Promise<PurchaseRow[]> {
  return tx.orm
    .select()
    .from(purchases)
    .where(
      and(
        eq(purchases.state, 'pending'),
        isNull(purchases.problem),
        eq(purchases.provider, provider),
        eq(purchases.is_test, isTest),
        lt(purchases.created_at, before),
      ),
    )
    .orderBy(asc(purchases.created_at))
    .limit(max);
}

/** Deletes events without a purchase, which belong to another installation or product of the same provider account. */
export async function deleteForeignEvents(tx: Tx, before: Date): Promise<void> {
  await tx.orm
    .delete(purchaseEvents)
    .where(and(isNull(purchaseEvents.purchase_id), lt(purchaseEvents.received_at, before)));
}
