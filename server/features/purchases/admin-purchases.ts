import type { Purchase, PurchaseList, PurchasesQuery } from '../../../contract/public/purchases.ts';
import { purchaseCurrencies } from '../../../contract/site/purchase-currencies.ts';
import { type ListPosition, readCursor, toCursor } from '../../platform/http/cursor.ts';
import { csvByteOrderMark, toCsvLine } from '../../platform/http/files/csv.ts';
import { countPaidTestPurchases, listPaidTotals, listPurchases } from './admin-purchases.queries.ts';
import { toDecimal } from './money.ts';
import { toPurchaseStatus } from './purchase-status.ts';
import type { PurchaseRow } from './purchases.queries.ts';
import type { PurchasesDeps } from './purchases.ts';

type AdminPurchasesDeps = Pick<PurchasesDeps, 'db' | 'payments'>;

const pageMax = 50;

/** A page of purchases, newest first, with the totals of all paid ones. */
export async function listAdminPurchases(
  { db, payments }: AdminPurchasesDeps,
  { state, after }: PurchasesQuery,
): Promise<PurchaseList> {
  const rows = await listPurchases(db, {
    state,
    after: readCursor(after),
    max: pageMax + 1,
  });
  const page = rows.slice(0, pageMax);
  const last = page.at(-1);
  const [totals, paidTestOrders] = await Promise.all([listPaidTotals(db), countPaidTestPurchases(db)]);
  return {
    orders: page.map((row) => toPurchase(payments, row)),
    next: rows.length > pageMax && last ? toCursor({ createdAt: last.created_at, id: last.id }) : null,
    totals: purchaseCurrencies.flatMap((currency) =>
      totals.filter((total) => total.currency === currency).map((total) => ({ ...total, currency })),
    ),
    paidTestOrders,
  };
}

const headings = [
  'Order',
  'Created',
  'State',
  'Test',
  'Product',
  'Currency',
  'Amount',
  'Refunded',
  'Customer',
  'Paid',
  'Problem',
  'Payment',
  'Company',
  // At the end: programs may read the columns above by their position.
  'Tax',
  'Total',
];

/** All purchases of a state as CSV, read page by page. */
export async function* writePurchasesCsv(
  { db, payments }: AdminPurchasesDeps,
  { state }: Pick<PurchasesQuery, 'state'>,
): AsyncGenerator<string> {
  yield csvByteOrderMark + toCsvLine(headings);
  let after: ListPosition | undefined;
  do {
    const rows = await listPurchases(db, { state, after, max: 500 });
    if (rows.length > 0) yield rows.map((row) => toCsvLine(toCells(toPurchase(payments, row)))).join('');
    const last = rows.at(-1);
    after = last && { createdAt: last.created_at, id: last.id };
  } while (after);
}

function toCells(purchase: Purchase): string[] {
  const { currency } = purchase;
  return [
    purchase.id,
    purchase.createdAt,
    purchase.state,
    purchase.isTest ? 'yes' : 'no',
    purchase.productTitle,
    currency.toUpperCase(),
    toDecimal(purchase.amount, currency),
    toDecimal(purchase.refundedAmount, currency),
    purchase.customerEmail,
    purchase.paidAt ?? '',
    purchase.problem ?? '',
    purchase.providerUrl ?? '',
    purchase.companyId ?? '',
    toDecimal(purchase.taxAmount, currency),
    toDecimal(purchase.amount + purchase.taxAmount, currency),
  ];
}

function toPurchase(payments: PurchasesDeps['payments'], row: PurchaseRow): Purchase {
  // Payments of another provider or mode have no page that could be linked.
  const isOfThisProvider = row.provider === payments.provider && row.is_test === payments.isTest;
  const url =
    isOfThisProvider && row.payment_intent !== null ? payments.toPaymentUrl(row.payment_intent) : undefined;
  return {
    id: row.id,
    ...toPurchaseStatus(row),
    refundedAmount: row.refunded_amount,
    customerEmail: row.customer_email,
    problem: row.problem,
    createdAt: row.created_at.toISOString(),
    paidAt: row.paid_at?.toISOString() ?? null,
    providerUrl: url ?? null,
    companyId: row.company_id,
  };
}
