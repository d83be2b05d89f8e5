import { and, asc, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { paymentEvents, payments } from '../../db/schema/purchases.ts';

export type PaymentRow = typeof payments.$inferSelect;
export type Orm = Pick<NodePgDatabase, 'execute' | 'select' | 'insert' | 'update' | 'delete'>;

export async function insertPayment(orm: Orm, row: typeof payments.$inferInsert): Promise<PaymentRow> {
  const [inserted] = await orm.insert(payments).values(row).returning();
  if (!inserted) throw new Error('the new payment was not returned');
  return inserted;
}

export async function hasPaidOrder(orm: Pick<Orm, 'execute'>, email: string): Promise<boolean> {
  const { rows } = await orm.execute(
    sql`SELECT 1 FROM payments WHERE lower(customer_email) = lower(${email})
        AND paid_at IS NOT NULL AND NOT is_test LIMIT 1`,
  );
  return rows.length > 0;
}

export async function findPaymentById(orm: Orm, id: string): Promise<PaymentRow | undefined> {
  return findPayment(orm, eq(payments.id, id));
}

export async function findPaymentBySession(orm: Orm, sessionId: string): Promise<PaymentRow | undefined> {
  return findPayment(orm, eq(payments.session_id, sessionId));
}

async function findPayment(orm: Orm, condition: SQL): Promise<PaymentRow | undefined> {
  const [found] = await orm.select().from(payments).where(condition).limit(1);
  return found;
}

export async function saveCheckout(
  orm: Orm,
  paymentId: string,
  checkout: { sessionId: string; url: string },
): Promise<void> {
  await orm
    .update(payments)
    .set({ session_id: checkout.sessionId, checkout_url: checkout.url, updated_at: new Date() })
    .where(eq(payments.id, paymentId));
}

/**
 * One event of a provider at a time, in all processes: an event that names whose a payment is and one that needs
 * that name would otherwise miss each other. There are few of them.
 */
export async function lockPaymentEvents(orm: Orm): Promise<void> {
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
export async function findPaymentOf(orm: Orm, sought: Sought): Promise<PaymentRow | undefined> {
  const { provider, isTest, paymentId, sessionId, paymentIntent } = sought;
  const names = [
    ...(paymentId === null ? [] : [eq(payments.id, paymentId)]),
    ...(sessionId === null ? [] : [eq(payments.session_id, sessionId)]),
    ...(paymentIntent === null ? [] : [eq(payments.payment_intent, paymentIntent)]),
  ];
  if (names.length === 0) return undefined;
  const ours = and(eq(payments.provider, provider), eq(payments.is_test, isTest), or(...names));
  return ours && findPayment(orm, ours);
}

/** False where the event is known already. */
export async function insertPaymentEvent(orm: Orm, row: typeof paymentEvents.$inferInsert): Promise<boolean> {
  const inserted = await orm
    .insert(paymentEvents)
    .values(row)
    .onConflictDoNothing({ target: paymentEvents.id })
    .returning({ id: paymentEvents.id });
  return inserted.length > 0;
}

/** Gives a payment the events that came before anything said whose they are. */
export async function adoptPaymentEvents(orm: Orm, payment: PaymentRow, intent: string): Promise<void> {
  await orm
    .update(paymentEvents)
    .set({ payment_id: payment.id })
    .where(
      and(
        eq(paymentEvents.payment_intent, intent),
        eq(paymentEvents.is_test, payment.is_test),
        isNull(paymentEvents.payment_id),
      ),
    );
}

export async function listPaymentEvents(
  orm: Orm,
  paymentId: string,
): Promise<(typeof paymentEvents.$inferSelect)[]> {
  return orm.select().from(paymentEvents).where(eq(paymentEvents.payment_id, paymentId));
}

export async function updatePayment(
  orm: Orm,
  paymentId: string,
  change: Partial<typeof payments.$inferInsert>,
): Promise<void> {
  await orm.update(payments).set(change).where(eq(payments.id, paymentId));
}

/** Payments of a provider that began before then and have no end yet, oldest first. */
export async function listUnfinished(
  orm: Orm,
  { provider, isTest, before, max }: { provider: string; isTest: boolean; before: Date; max: number },
): Promise<PaymentRow[]> {
  return orm
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.state, 'pending'),
        isNull(payments.problem),
        eq(payments.provider, provider),
        eq(payments.is_test, isTest),
        lt(payments.created_at, before),
      ),
    )
    .orderBy(asc(payments.created_at))
    .limit(max);
}

/** Events that turned out to be about somebody else's payments. */
export async function deleteForeignEvents(orm: Orm, before: Date): Promise<void> {
  await orm
    .delete(paymentEvents)
    .where(and(isNull(paymentEvents.payment_id), lt(paymentEvents.received_at, before)));
}
