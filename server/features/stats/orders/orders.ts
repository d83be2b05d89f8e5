import type { OrderItem } from '../../../../contract/shop/orders.ts';
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
import type { AccessScope } from '../../access/access.ts';
import { toZoned } from '../period/time-range.ts';
import {
  type Asked,
  type Asker,
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
  const list = (ofPage: OrdersPage) => listOrders(deps, opened, { ...asked, page: ofPage });
  const found = await list({ search, limit, page });
  const counted =
    found.rows.length === 0 && page > 1 ? (await list({ search, limit: 1, page: 1 })).rows : found.rows;
  const { comparedRange: _, ...head } = withPending(deps, opened);
  return { ...head, orders: found.orders, rowCount: counted[0]?.row_count ?? 0 };
}

interface ListedOrders {
  query: Pick<OrdersQuery, 'filter'>;
  scope: AccessScope;
  page: OrdersPage;
}

async function listOrders(
  { db, reader }: StatsDeps,
  opened: OpenedQuestion,
  { query: { filter }, scope, page }: ListedOrders,
): Promise<{ rows: OrderRow[]; orders: PortalOrder[] }> {
  const { dataset, period, head } = opened;
  const question = toQuestion({ filter, goal: undefined }, opened, period.range);
  const rows = await reader.ask(dataset, period.range, toOrdersStatement, question, page);
  const ids = rows.map(({ key }) => key);
  const stored = await listOrderRows(db, dataset.id, ids);
  // An order that was removed since is left out.
  const orders = rows.flatMap((row) => {
    const found = stored.get(row.key);
    return found ? [toPortalOrder(row, found, { main: head.currency, scope })] : [];
  });
  return { rows, orders };
}

/**
 * Everything about one order, whether it counts or not. Under fixed filters only an order that counts and whose visit matches
 * them: nothing is known of the visits of the others.
 * @throws {AppError} 404 `not-found` if there is no such order for the viewer.
 */
export async function findOrderPage(
  deps: StatsDeps,
  { orderId, ...asker }: Asker & { orderId: string },
): Promise<OrderPage> {
  const opened = await openQuestion(deps, { ...asker, query: { period: 'today', compare: 'none' } });
  const { dataset, head } = opened;
  const stored = (await listOrderRows(deps.db, dataset.id, [orderId])).get(orderId);
  const isNarrowed = asker.scope.filters.length > 0;
  const status = stored
    ? 'paid'
    : isNarrowed
      ? undefined
      : await findUncountedStatus(deps.db, dataset.id, orderId);
  if (status === undefined) throw orderNotFound();
  const order = stored ? await findOrder(deps, asker, stored) : null;
  const refunds = await listRefundRows(deps.db, dataset.id, orderId);
  const currency = stored?.foreign_currency ?? head.currency;
  const toText = createToAmount(asker.scope);
  const history = (await listHistoryRows(deps.db, dataset.id, orderId)).map(
    (row): OrderChange => ({
      at: row.at.toISOString(),
      kind: row.kind,
      reporter: toReporter(row.reporter),
      amount: toText(row.amount, row.currency),
      currency: row.currency,
    }),
  );
  return {
    orderId,
    status,
    order,
    items: toItems(stored?.items ?? [], asker.scope),
    refunds: refunds.map(({ refund_id: refundId, kind, amount, occurred_at: at }) => ({
      ...{ refundId, kind, at: at.toISOString(), amount: toText(amount, currency) },
    })),
    history: [
      ...history,
      ...(stored ? toOwnHistory(stored, history, { main: head.currency, scope: asker.scope }) : []),
      ...refunds.map(
        (row): OrderChange => ({
          at: row.occurred_at.toISOString(),
          kind: row.kind,
          reporter: row.verified_by,
          amount: toText(row.amount, currency),
          currency,
        }),
      ),
    ].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)),
  };
}

const orderNotFound = () => new AppError(404, 'not-found', 'This order is not stored.');

const toItems = (items: readonly OrderItem[], { seesMoney }: AccessScope): OrderPage['items'] =>
  seesMoney ? [...items] : items.map(({ name, quantity }) => ({ name, quantity }));

/** The order with what its visit is known by, from the statistics of its day. */
async function findOrder(deps: StatsDeps, asker: Asker, stored: StoredOrderRow): Promise<PortalOrder> {
  const { head } = await openQuestion(deps, { ...asker, query: { period: 'today', compare: 'none' } });
  const day = toZoned(stored.occurred_at.getTime(), head.timeZone).toPlainDate().toString();
  // For a company that counts verified orders alone, the others are shown as well.
  const opened = await openQuestion(deps, {
    ...asker,
    query: { from: day, to: day, compare: 'none', orders: 'all' },
  });
  const all: OpenedQuestion = { ...opened, head: { ...opened.head, ordersCounted: 'all' } };
  const { scope } = asker;
  const { orders } = await listOrders(deps, all, {
    ...{ query: { filter: [] }, scope },
    page: { orderId: stored.order_id, limit: 1, page: 1 },
  });
  const [found] = orders;
  if (found) return found;
  if (scope.filters.length > 0) throw orderNotFound();
  return toPortalOrder(undefined, stored, { main: head.currency, scope });
}

interface Shown {
  /** The company's currency. */
  main: string;
  scope: AccessScope;
}

/** Writes amounts, or null instead of them for a viewer who may not see money. */
const createToAmount =
  ({ seesMoney }: AccessScope) =>
  (amount: string | null, currency: string): string | null =>
    amount === null || !seesMoney ? null : toAmountText(amount, currency);

/** The history in the row of an order: when it was first reported or verified, unless the history has it. */
function toOwnHistory(
  stored: StoredOrderRow,
  known: readonly OrderChange[],
  { main, scope }: Shown,
): OrderChange[] {
  const currency = stored.foreign_currency ?? main;
  const now = { amount: createToAmount(scope)(stored.amount, currency), currency };
  if (stored.source !== 'verified')
    return [{ at: stored.counted_at.toISOString(), kind: 'reported', reporter: stored.source, ...now }];
  // With its first change the history has got the amount of the verification. The row has only the one of now.
  if (known.some(({ kind }) => kind === 'verified' || kind === 'amount-changed')) return [];
  const at = stored.verified_at ?? stored.counted_at;
  return [{ at: at.toISOString(), kind: 'verified', reporter: stored.verified_by ?? 'api', ...now }];
}

/** Without a row, an order that the statistics do not count. */
function toPortalOrder(
  row: OrderRow | undefined,
  stored: StoredOrderRow,
  { main, scope }: Shown,
): PortalOrder {
  const currency = stored.foreign_currency ?? main;
  const toText = createToAmount(scope);
  const known = (value: string | null | undefined) => (value == null || value === noneValue ? null : value);
  return {
    orderId: stored.order_id,
    at: new Date(row?.at_ms ?? stored.occurred_at.getTime()).toISOString(),
    amount: toText(stored.amount, currency),
    refunded: toText(stored.refunded_amount, currency),
    tax: toText(stored.tax, currency),
    shipping: toText(stored.shipping, currency),
    net: toText(stored.net, currency),
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
