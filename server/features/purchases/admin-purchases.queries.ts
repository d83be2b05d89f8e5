import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Purchase } from '../../../contract/public/purchases.ts';
import type { Tx } from '../../db/client.ts';
import { purchases } from '../../db/schema/purchases.ts';
import type { ListPosition } from '../../platform/http/cursor.ts';
import type { PurchaseRow } from './purchases.queries.ts';

interface PurchasesPage {
  state: Purchase['state'] | undefined;
  /** The last purchase of the previous page. */
  after: ListPosition | undefined;
  max: number;
}

/** Newest first. */
export async function listPurchases(tx: Tx, { state, after, max }: PurchasesPage): Promise<PurchaseRow[]> {
  const conditions: SQL[] = [];
  if (state) conditions.push(eq(purchases.state, state));
  if (after) {
    conditions.push(
      sql`(${purchases.created_at}, ${purchases.id}) < (${after.createdAt}, ${after.id}::uuid)`,
    );
  }
  return tx.orm
    .select()
    .from(purchases)
    .where(and(...conditions))
    .orderBy(desc(purchases.created_at), desc(purchases.id))
    .limit(max);
}

export interface CurrencyTotal {
  currency: string;
  /** With tax, less refunds. */
  amount: number;
  taxAmount: number;
  count: number;
}

/** Revenue of paid purchases with tax, minus refunds, by currency. Without test purchases, for which no money was moved. */
export async function listPaidTotals(tx: Tx): Promise<CurrencyTotal[]> {
  return tx.orm
    .select({
      currency: purchases.currency,
      amount:
        sql<number>`sum(${purchases.amount} + ${purchases.tax_amount} - ${purchases.refunded_amount})`.mapWith(
          Number,
        ),
      taxAmount: sql<number>`sum(${purchases.tax_amount})`.mapWith(Number),
      count: sql<number>`count(*)`.mapWith(Number),
    })
    .from(purchases)
    .where(and(eq(purchases.state, 'paid'), eq(purchases.is_test, false)))
    .groupBy(purchases.currency)
    .orderBy(desc(purchases.currency));
}

export async function countPaidTestPurchases(tx: Tx): Promise<number> {
  const [counted] = await tx.orm
    .select({ count: sql<number>`count(*)`.mapWith(Number) })
    .from(purchases)
    .where(and(eq(purchases.state, 'paid'), eq(purchases.is_test, true)));
  return counted?.count ?? 0;
}

/** Finds the purchase and locks it until the transaction ends. */
export async function lockPurchase(tx: Tx, purchaseId: string): Promise<PurchaseRow | undefined> {
  const [found] = await tx.orm
    .select()
    .from(purchases)
    .where(eq(purchases.id, purchaseId))
    .for('update')
    .limit(1);
  return found;
}
