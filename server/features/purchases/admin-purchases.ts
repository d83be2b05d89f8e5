import type { z } from 'zod';
import {
  type Purchase,
  type PurchaseList,
  paymentCurrencies,
  type purchasesQuery,
} from '../../../contract/purchases.ts';
import { AppError } from '../../platform/errors.ts';
import { csvStart, toCsvLine } from '../../platform/http/csv.ts';
import {
  countPaidTestPurchases,
  listPaidTotals,
  listPurchases,
  type PurchasesFilter,
} from './admin-purchases.queries.ts';
import type { PurchasesDeps } from './purchase-deps.ts';
import { toPurchaseStatus } from './purchase-price.ts';
import type { PurchaseRow } from './purchases.queries.ts';

type OrdersDeps = Pick<PurchasesDeps, 'db' | 'payments'>;
type Filter = z.output<typeof purchasesQuery>;

const pageMax = 50;

/** A page of orders, newest first, with the totals of all paid ones. */
export async function listAdminPurchases(
  { db, payments }: OrdersDeps,
  { state, after }: Filter,
): Promise<PurchaseList> {
  const rows = await listPurchases(db, {
    state,
    after: after === undefined ? undefined : readCursor(after),
    max: pageMax + 1,
  });
  const page = rows.slice(0, pageMax);
  const last = page.at(-1);
  const [totals, paidTestOrders] = await Promise.all([listPaidTotals(db), countPaidTestPurchases(db)]);
  return {
    orders: page.map((row) => toOrder(payments, row)),
    next: rows.length > pageMax && last ? toCursor(last) : null,
    totals: paymentCurrencies.flatMap((currency) =>
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
];

/** All orders of a state as CSV, read a page at a time. */
export async function* writePurchasesCsv(
  { db, payments }: OrdersDeps,
  { state }: Pick<Filter, 'state'>,
): AsyncGenerator<string> {
  yield csvStart + toCsvLine(headings);
  let after: PurchasesFilter['after'];
  do {
    const rows = await listPurchases(db, { state, after, max: 500 });
    if (rows.length > 0) yield rows.map((row) => toCsvLine(toCells(toOrder(payments, row)))).join('');
    const last = rows.at(-1);
    after = last && { createdAt: last.created_at, id: last.id };
  } while (after);
}

function toCells(order: Purchase): string[] {
  return [
    order.id,
    order.createdAt,
    order.state,
    order.isTest ? 'yes' : 'no',
    order.productTitle,
    order.currency.toUpperCase(),
    (order.amount / 100).toFixed(2),
    (order.refundedAmount / 100).toFixed(2),
    order.customerEmail,
    order.paidAt ?? '',
    order.problem ?? '',
    order.providerUrl ?? '',
    order.companyId ?? '',
  ];
}

function toOrder(payments: PurchasesDeps['payments'], row: PurchaseRow): Purchase {
  // An order of the other mode or maker lies elsewhere than where we would look now.
  const isHere = row.provider === payments.provider && row.is_test === payments.isTest;
  const url = isHere && row.payment_intent !== null ? payments.toPaymentUrl(row.payment_intent) : undefined;
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

function toCursor({ created_at, id }: PurchaseRow): string {
  return `${created_at.getTime()}.${id}`;
}

function readCursor(after: string): { createdAt: Date; id: string } {
  const [, time, id] = /^(\d{1,14})\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(after) ?? [];
  if (!time || !id) throw new AppError(400, 'invalid-request', 'after: is not the end of a page');
  return { createdAt: new Date(Number(time)), id };
}
