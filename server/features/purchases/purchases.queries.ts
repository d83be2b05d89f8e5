import { and, asc, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { purchaseEvents, purchases } from '../../db/schema/purchases.ts';

export type PurchaseRow = typeof purchases.$inferSelect;

export async function insertPurchase(tx: Tx, row: typeof purchases.$inferInsert): Promise<PurchaseRow> {
  const [inserted] = await tx.orm.insert(purchases).values(row).returning();
  if (!inserted) throw new Error('the new payment was not returned');
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
  return findPayment(tx, eq(purchases.id, id));
}

export async function findPurchaseBySession(tx: Tx, sessionId: string): Promise<PurchaseRow | undefined> {
  return findPayment(tx, eq(purchases.session_id, sessionId));
}

async function findPayment(tx: Tx, condition: SQL): Promise<PurchaseRow | undefined> {
  const [found] = await tx.orm.select().from(purchases).where(condition).limit(1);
  return found;
}

export async function saveCheckout(
  tx: Tx,
  paymentId: string,
  checkout: { sessionId: string; url: string },
): Promise<void> {
  await tx.orm
    .update(purchases)
    .set({ session_id: checkout.sessionId, checkout_url: checkout.url, updated_at: new Date() })
    .where(eq(purchases.id, paymentId));
}

interface EventReferences {
  provider: string;
  isTest: boolean;
  paymentId: string | null;
  sessionId: string | null;
  paymentIntent: string | null;
}

/** Whose an event is: by our own id, by the checkout, or by what an earlier event of the payment named. */
export async function findPurchaseOfEvent(tx: Tx, sought: EventReferences): Promise<PurchaseRow | undefined> {
  const { provider, isTest, paymentId, sessionId, paymentIntent } = sought;
  const names = [
    ...(paymentId === null ? [] : [eq(purchases.id, paymentId)]),
    ...(sessionId === null ? [] : [eq(purchases.session_id, sessionId)]),
    ...(paymentIntent === null ? [] : [eq(purchases.payment_intent, paymentIntent)]),
  ];
  if (names.length === 0) return undefined;
  const ours = and(eq(purchases.provider, provider), eq(purchases.is_test, isTest), or(...names));
  return ours && findPayment(tx, ours);
}

/** False where the event is known already. */
export async function insertPurchaseEvent(tx: Tx, row: typeof purchaseEvents.$inferInsert): Promise<boolean> {
  const inserted = await tx.orm
    .insert(purchaseEvents)
    .values(row)
    .onConflictDoNothing({ target: purchaseEvents.id })
    .returning({ id: purchaseEvents.id });
  return inserted.length > 0;
}

/** Gives a payment the events that came before anything said whose they are. */
export async function adoptPurchaseEvents(tx: Tx, payment: PurchaseRow, intent: string): Promise<void> {
  await tx.orm
    .update(purchaseEvents)
    .set({ purchase_id: payment.id })
    .where(
      and(
        eq(purchaseEvents.payment_intent, intent),
        eq(purchaseEvents.is_test, payment.is_test),
        isNull(purchaseEvents.purchase_id),
      ),
    );
}

export async function listPurchaseEvents(
  tx: Tx,
  paymentId: string,
): Promise<(typeof purchaseEvents.$inferSelect)[]> {
  return tx.orm.select().from(purchaseEvents).where(eq(purchaseEvents.purchase_id, paymentId));
}

export async function updatePurchase(
  tx: Tx,
  paymentId: string,
  change: Partial<typeof purchases.$inferInsert>,
): Promise<void> {
  await tx.orm.update(purchases).set(change).where(eq(purchases.id, paymentId));
}

/** Payments of a provider that began before then and have no end yet, oldest first. */
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

/** Events that turned out to be about somebody else's payments. */
export async function deleteForeignEvents(tx: Tx, before: Date): Promise<void> {
  await tx.orm
    .delete(purchaseEvents)
    .where(and(isNull(purchaseEvents.purchase_id), lt(purchaseEvents.received_at, before)));
}
