import {
  type OrderChange,
  type OrderPage,
  type OrderReporter,
  type OrderState,
  orderReporters,
  type PortalOrder,
  type PortalOrders,
} from '../../../../contract/shop/portal-orders.ts';
import { noneValue } from '../../../../contract/stats/model/dimensions.ts';
import type { OrdersQuery } from '../../../../contract/stats/questions.ts';
import { AppError } from '../../../platform/errors.ts';
import { toZoned } from '../period/time-range.ts';
import {
  type Asked,
  type OpenedQuestion,
  openQuestion,
  type StatsDeps,
  toQuestion,
  withPending,
} from '../stats.ts';
import { toAmountText } from './order-amounts.ts';
import { type OrderRow, type OrdersPage, toOrdersStatement } from './order-rows.ts';
import {
  findUncountedStatus,
  listHistoryRows,
  listOrderRows,
  listRefundRows,
  type StoredOrderRow,
} from './orders.queries.ts';

/** One page of the orders of a period whose visits match the filters, newest first. */
export async function listPortalOrders(deps: StatsDeps, asked: Asked<OrdersQuery>): Promise<PortalOrders> {
  const opened = await openQuestion(deps, asked);
  const { search, limit, page } = asked.query;
  const found = await listOrders(deps, opened, asked.query, { search, limit, page });
  const counted =
    found.rows.length === 0 && page > 1
      ? (await listOrders(deps, opened, asked.query, { search, limit: 1, page: 1 })).rows
      : found.rows;
  const { comparedRange: _, ...head } = withPending(deps, opened);
  return { ...head, orders: found.orders, rowCount: counted[0]?.row_count ?? 0 };
}

async function listOrders(
  { db, reader }: StatsDeps,
  opened: OpenedQuestion,
  { filter }: Pick<OrdersQuery, 'filter'>,
  page: OrdersPage,
): Promise<{ rows: OrderRow[]; orders: PortalOrder[] }> {
  const { dataset, period, head } = opened;
  const question = toQuestion({ filter, goal: undefined }, opened, period.range);
  const rows = await reader.ask(dataset, period.range, toOrdersStatement, question, page);
  const ids = rows.map(({ key }) => key);
  const stored = await listOrderRows(db, dataset.id, ids);
  // An order that was removed since is left out.
  const orders = rows.flatMap((row) => {
    const found = stored.get(row.key);
    return found ? [toPortalOrder(row, found, head.currency)] : [];
  });
  return { rows, orders };
}

/**
 * Everything about one order, whether it counts or not.
 * @throws {AppError} 404 `not-found` if it was never stored.
 */
export async function findOrderPage(
  deps: StatsDeps,
  { companyId, orderId, now }: { companyId: string; orderId: string; now: Date },
): Promise<OrderPage> {
  const opened = await openQuestion(deps, { companyId, now, query: { period: 'today', compare: 'none' } });
  const { dataset, head } = opened;
  const stored = (await listOrderRows(deps.db, dataset.id, [orderId])).get(orderId);
  const status = stored ? 'paid' : await findUncountedStatus(deps.db, dataset.id, orderId);
  if (status === undefined) throw new AppError(404, 'not-found', 'This order is not stored.');
  const refunds = await listRefundRows(deps.db, dataset.id, orderId);
  const currency = stored?.foreign_currency ?? head.currency;
  const toText = (amount: string) => toAmountText(amount, currency);
  const history = (await listHistoryRows(deps.db, dataset.id, orderId)).map(
    (row): OrderChange => ({
      at: row.at.toISOString(),
      kind: row.kind,
      reporter: toReporter(row.reporter),
      amount: toAmountText(row.amount, row.currency),
      currency: row.currency,
    }),
  );
  return {
    orderId,
    status,
    order: stored ? await findOrder(deps, { companyId, now }, stored) : null,
    items: stored?.items ?? [],
    refunds: refunds.map(({ refund_id: refundId, kind, amount, occurred_at: at }) => ({
      ...{ refundId, kind, at: at.toISOString(), amount: toText(amount) },
    })),
    history: [
      ...history,
      ...(stored ? toOwnHistory(stored, history, head.currency) : []),
      ...refunds.map(
        (row): OrderChange => ({
          at: row.occurred_at.toISOString(),
          kind: row.kind,
          reporter: row.verified_by,
          amount: toText(row.amount),
          currency,
        }),
      ),
    ].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)),
  };
}

/** The order with what its visit is known by, from the statistics of its day. */
async function findOrder(
  deps: StatsDeps,
  { companyId, now }: { companyId: string; now: Date },
  stored: StoredOrderRow,
): Promise<PortalOrder> {
  const { head } = await openQuestion(deps, { companyId, now, query: { period: 'today', compare: 'none' } });
  const day = toZoned(stored.occurred_at.getTime(), head.timeZone).toPlainDate().toString();
  // For a company that counts verified orders alone, the others are shown as well.
  const opened = await openQuestion(deps, {
    ...{ companyId, now },
    query: { from: day, to: day, compare: 'none', orders: 'all' },
  });
  const all: OpenedQuestion = { ...opened, head: { ...opened.head, ordersCounted: 'all' } };
  const page = { orderId: stored.order_id, limit: 1, page: 1 };
  const { orders } = await listOrders(deps, all, { filter: [] }, page);
  return orders[0] ?? toPortalOrder(undefined, stored, head.currency);
}

/** The history in the row of an order: when it was first reported or verified, unless the history has it. */
function toOwnHistory(stored: StoredOrderRow, known: readonly OrderChange[], main: string): OrderChange[] {
  const currency = stored.foreign_currency ?? main;
  const now = { amount: toAmountText(stored.amount, currency), currency };
  if (stored.source !== 'verified')
    return [{ at: stored.counted_at.toISOString(), kind: 'reported', reporter: stored.source, ...now }];
  // With its first change the history has got the amount of the verification. The row has only the one of now.
  if (known.some(({ kind }) => kind === 'verified' || kind === 'amount-changed')) return [];
  const at = stored.verified_at ?? stored.counted_at;
  return [{ at: at.toISOString(), kind: 'verified', reporter: stored.verified_by ?? 'api', ...now }];
}

/** Without a row, an order that the statistics do not count. */
function toPortalOrder(row: OrderRow | undefined, stored: StoredOrderRow, main: string): PortalOrder {
  const currency = stored.foreign_currency ?? main;
  const known = (value: string | null | undefined) => (value == null || value === noneValue ? null : value);
  return {
    orderId: stored.order_id,
    at: new Date(row?.at_ms ?? stored.occurred_at.getTime()).toISOString(),
    amount: toAmountText(stored.amount, currency),
    refunded: toAmountText(stored.refunded_amount, currency),
    tax: toPartText(stored.tax, currency),
    shipping: toPartText(stored.shipping, currency),
    net: toPartText(stored.net, currency),
    currency,
    state: toState(stored),
    isVerified: stored.source === 'verified',
    reporter: stored.verified_by ?? toReporter(stored.source),
    source: row?.source ?? null,
    channel: row?.channel ?? null,
    campaign: known(row?.campaign),
    device: row?.device ?? null,
    country: row?.country ?? null,
    pageBefore: row?.page_before ?? null,
  };
}

function toState(stored: StoredOrderRow): OrderState {
  if (Number(stored.disputed_amount) > 0) return 'disputed';
  const refunded = Number(stored.refunded_amount);
  if (refunded <= 0) return 'paid';
  return refunded >= Number(stored.amount) ? 'refunded' : 'partly-refunded';
}

const isReporter = (name: string): name is OrderReporter =>
  (orderReporters as readonly string[]).includes(name);
const toReporter = (name: string): OrderReporter => (isReporter(name) ? name : 'server');

const toPartText = (amount: string | null, currency: string) =>
  amount === null ? null : toAmountText(amount, currency);
