import { and, asc, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { purchaseEvents, purchases } from '../../db/schema/purchases.ts';

export type PurchaseRow = typeof purchases.$inferSelect;
export type Orm = Pick<NodePgDatabase, 'execute' | 'select' | 'insert' | 'update' | 'delete'>;

export async function insertPurchase(orm: Orm, row: typeof purchases.$inferInsert): Promise<PurchaseRow> {
  const [inserted] = await orm.insert(purchases).values(row).returning();
  if (!inserted) throw new Error('the new payment was not returned');
  return inserted;
}

export async function hasPaidPurchase(orm: Pick<Orm, 'execute'>, email: string): Promise<boolean> {
  const { rows } = await orm.execute(
    sql`SELECT 1 FROM purchases WHERE lower(customer_email) = lower(${email})
        AND paid_at IS NOT NULL AND NOT is_test LIMIT 1`,
  );
  return rows.length > 0;
}

export async function findPurchaseById(orm: Orm, id: string): Promise<PurchaseRow | undefined> {
  return findPayment(orm, eq(purchases.id, id));
}

export async function findPurchaseBySession(orm: Orm, sessionId: string): Promise<PurchaseRow | undefined> {
  return findPayment(orm, eq(purchases.session_id, sessionId));
}

async function findPayment(orm: Orm, condition: SQL): Promise<PurchaseRow | undefined> {
  const [found] = await orm.select().from(purchases).where(condition).limit(1);
  return found;
}

export async function saveCheckout(
  orm: Orm,
  paymentId: string,
  checkout: { sessionId: string; url: string },
): Promise<void> {
  await orm
    .update(purchases)
    .set({ session_id: checkout.sessionId, checkout_url: checkout.url, updated_at: new Date() })
    .where(eq(purchases.id, paymentId));
}

/**
 * One event of a provider at a time, in all processes: an event that names whose a payment is and one that needs
 * that name would otherwise miss each other. There are few of them.
 */
export async function lockPurchaseEvents(orm: Orm): Promise<void> {
  await orm.execute(sql`SELECT pg_advisory_xact_lock(hashtext('northlight payment events'))`);
}

interface Sought {
  provider: string;
  isTest: boolean;
  paymentId: string | null;
  sessionId: string | null;
  paymentIntent: string | null;
}

/** Whose an event is: by our own id, by the checkout, or by what an earlier event of the payment named. */
export async function findPurchaseOf(orm: Orm, sought: Sought): Promise<PurchaseRow | undefined> {
  const { provider, isTest, paymentId, sessionId, paymentIntent } = sought;
  const names = [
    ...(paymentId === null ? [] : [eq(purchases.id, paymentId)]),
    ...(sessionId === null ? [] : [eq(purchases.session_id, sessionId)]),
    ...(paymentIntent === null ? [] : [eq(purchases.payment_intent, paymentIntent)]),
  ];
  if (names.length === 0) return undefined;
  const ours = and(eq(purchases.provider, provider), eq(purchases.is_test, isTest), or(...names));
  return ours && findPayment(orm, ours);
}

/** False where the event is known already. */
export async function insertPurchaseEvent(
  orm: Orm,
  row: typeof purchaseEvents.$inferInsert,
): Promise<boolean> {
  const inserted = await orm
    .insert(purchaseEvents)
    .values(row)
    .onConflictDoNothing({ target: purchaseEvents.id })
    .returning({ id: purchaseEvents.id });
  return inserted.length > 0;
}

/** Gives a payment the events that came before anything said whose they are. */
export async function adoptPurchaseEvents(orm: Orm, payment: PurchaseRow, intent: string): Promise<void> {
  await orm
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
  orm: Orm,
  paymentId: string,
): Promise<(typeof purchaseEvents.$inferSelect)[]> {
  return orm.select().from(purchaseEvents).where(eq(purchaseEvents.purchase_id, paymentId));
}

export async function updatePurchase(
  orm: Orm,
  paymentId: string,
  change: Partial<typeof purchases.$inferInsert>,
): Promise<void> {
  await orm.update(purchases).set(change).where(eq(purchases.id, paymentId));
}

/** Payments of a provider that began before then and have no end yet, oldest first. */
export async function listUnfinished(
  orm: Orm,
  { provider, isTest, before, max }: { provider: string; isTest: boolean; before: Date; max: number },
): Promise<PurchaseRow[]> {
  return orm
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
export async function deleteForeignEvents(orm: Orm, before: Date): Promise<void> {
  await orm
    .delete(purchaseEvents)
    .where(and(isNull(purchaseEvents.purchase_id), lt(purchaseEvents.received_at, before)));
}
