import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Order } from '../../../contract/purchases.ts';
import { payments } from '../../db/schema/purchases.ts';
import type { Orm, PaymentRow } from './purchases.queries.ts';

export interface OrdersSought {
  state?: Order['state'] | undefined;
  /** The last order of the page before. */
  after?: { createdAt: Date; id: string } | undefined;
  max: number;
}

/** Newest first. */
export async function listPayments(orm: Orm, { state, after, max }: OrdersSought): Promise<PaymentRow[]> {
  const conditions: SQL[] = [];
  if (state) conditions.push(eq(payments.state, state));
  if (after) {
    conditions.push(sql`(${payments.created_at}, ${payments.id}) < (${after.createdAt}, ${after.id}::uuid)`);
  }
  return orm
    .select()
    .from(payments)
    .where(and(...conditions))
    .orderBy(desc(payments.created_at), desc(payments.id))
    .limit(max);
}

export interface CurrencyTotal {
  currency: string;
  amount: number;
  count: number;
}

/** What paid orders brought in, less refunds, by currency. Test orders moved no money and are left out. */
export async function sumPaid(orm: Orm): Promise<CurrencyTotal[]> {
  return orm
    .select({
      currency: payments.currency,
      amount: sql<number>`sum(${payments.amount} - ${payments.refunded_amount})`.mapWith(Number),
      count: sql<number>`count(*)`.mapWith(Number),
    })
    .from(payments)
    .where(and(eq(payments.state, 'paid'), eq(payments.is_test, false)))
    .groupBy(payments.currency)
    .orderBy(desc(payments.currency));
}

export async function countPaidTestOrders(orm: Orm): Promise<number> {
  const [counted] = await orm
    .select({ count: sql<number>`count(*)`.mapWith(Number) })
    .from(payments)
    .where(and(eq(payments.state, 'paid'), eq(payments.is_test, true)));
  return counted?.count ?? 0;
}

/** Keeps others from changing the payment until the transaction ends. */
export async function lockPayment(orm: Orm, paymentId: string): Promise<PaymentRow | undefined> {
  const [found] = await orm.select().from(payments).where(eq(payments.id, paymentId)).for('update').limit(1);
  return found;
}
