import type { Tx } from '../../../db/client.ts';
import {
  insertEventChanges,
  insertEvents,
  insertVisitors,
  notifyActivity,
  raiseRevisions,
} from '../../tracking/distributed/distributed-batch.queries.ts';
import type { AcceptedEvent, EventRow } from '../../tracking/event-batch.ts';
import { toHost } from '../../tracking/rejections/rejection-log.ts';
import { type KnownOrder, lockOrders } from '../ledger/ledger.queries.ts';
import {
  attachReports,
  confirmOrders,
  deleteOrderEvents,
  listOrderEvents,
  listRemovedOrderIds,
  listStoredConflicts,
  type OrderReport,
  type ReplacedOrder,
  replaceReports,
  type StoredConflict,
  upsertConflicts,
} from './order-conflicts.queries.ts';

/** A page's report this long before or after a verified order can name its visit. */
const attachedMs = 48 * 3_600_000;
/** Maximum number of different amounts stored for one order, from pages and from servers each. */
const amountsMax = 10;

/** A report that may replace the counted one, with the network of its visitor if that is not counted yet. */
interface OrderCandidate extends EventRow {
  network_id: string | undefined;
}

/** The reports of one company in a batch. */
interface CompanyReports {
  /** The one report of each order that may replace what counts, by order id. */
  candidates: Map<string, OrderCandidate>;
  byAmount: Map<string, OrderReport>;
}

/** An order whose event becomes that of a page's report. */
interface Replacement extends ReplacedOrder {
  /** The report with the amount and currency that count from now on. */
  report: OrderCandidate & { amount: string };
}

/**
 * Resolves reports of shop orders that are already counted. The first report of an order number counts, except that a
 * page's report replaces a server's report with a different amount: anyone can send without an Origin header, and must
 * not be able to claim a shop's order numbers. The amount that does not count is stored as a conflict unless its sender
 * has added too many. Resolves after COMMIT with the number of conflicts. Repeating the call changes only their time.
 */
export async function resolveOrderConflicts(
  tx: Tx,
  reports: AcceptedEvent[],
  now: Date,
  admitsAmount: (report: AcceptedEvent) => boolean,
): Promise<number> {
  let conflicts = 0;
  // One company after the other, each with its own transaction: on a cluster they are on different machines.
  for (const [companyId, ofCompany] of groupReports(reports, admitsAmount))
    conflicts += await tx.transaction((nested) => resolveReports(nested, companyId, ofCompany, now));
  return conflicts;
}

function groupReports(
  reports: AcceptedEvent[],
  admitsAmount: (report: AcceptedEvent) => boolean,
): Map<string, CompanyReports> {
  const byCompany = new Map<string, CompanyReports>();
  for (const report of reports) {
    const { event, origin } = report;
    if (event?.order_id === undefined || event.amount === undefined) continue;
    const { company_id, order_id, reporter: source, amount } = event;
    const ofCompany: CompanyReports = byCompany.get(company_id) ?? {
      candidates: new Map(),
      byAmount: new Map(),
    };
    byCompany.set(company_id, ofCompany);
    const { candidates, byAmount } = ofCompany;
    // Among several in one batch, the first page's report has precedence.
    const candidate = candidates.get(order_id);
    if (!candidate || (candidate.reporter === 'server' && source === 'page'))
      candidates.set(order_id, { ...event, network_id: report.visitor?.network_id });
    // Limits only the stored conflicts, not which report counts.
    if (!admitsAmount(report)) continue;
    const key = toAmountKey({ order_id, source, amount });
    const earlier = byAmount.get(key);
    byAmount.set(key, {
      ...{ order_id, source, amount, event_id: event.id },
      host: toHost(origin),
      count: (earlier?.count ?? 0) + 1,
    });
  }
  return byCompany;
}

const toAmountKey = ({ order_id, source, amount }: StoredConflict) =>
  `${source} ${Number(amount)} ${order_id}`;

async function resolveReports(
  tx: Tx,
  companyId: string,
  { candidates, byAmount }: CompanyReports,
  now: Date,
): Promise<number> {
  const orderIds = [...candidates.keys()];
  // Locked first, so that the amounts compared are those of the latest commit.
  const known = await lockOrders(tx, companyId, orderIds);
  const removed = new Set(await listRemovedOrderIds(tx, companyId, orderIds));
  const replaced = listReplaced(known, candidates);
  const attached = await listAttached(tx, companyId, known, candidates);
  const confirmed = [...known.values()].filter(
    (order) => isFirstPage(order, candidates) && !replaced.some((each) => each.order === order),
  );
  if (replaced.length > 0) await replaceReports(tx, companyId, replaced);
  if (attached.length > 0) await attachReports(tx, companyId, attached);
  if (confirmed.length > 0)
    await confirmOrders(
      tx,
      companyId,
      confirmed.map(({ order_id }) => order_id),
    );

  const counted = new Map([...known].map(([orderId, { amount }]) => [orderId, amount]));
  for (const { order, report } of replaced) counted.set(order.order_id, report.amount);
  const disagreeing = [...byAmount.values()].filter(({ order_id, amount }) => {
    const countedAmount = counted.get(order_id);
    return removed.has(order_id) || (countedAmount !== undefined && Number(countedAmount) !== Number(amount));
  });
  const conflicts = await storeConflicts(tx, companyId, { disagreeing, replaced, now });
  const changed = [...replaced, ...attached];
  if (changed.length > 0) await storeReplacements(tx, companyId, changed, now);
  return conflicts;
}

/** Whether an order that only a server without a key reported is now reported by a page. */
const isFirstPage = (order: KnownOrder, candidates: CompanyReports['candidates']) =>
  order.source === 'server' && candidates.get(order.order_id)?.reporter === 'page';

function listReplaced(
  known: Map<string, KnownOrder>,
  candidates: CompanyReports['candidates'],
): Replacement[] {
  const replaced: Replacement[] = [];
  for (const order of known.values()) {
    const report = candidates.get(order.order_id);
    if (report?.amount === undefined || !isFirstPage(order, candidates)) continue;
    const isSame =
      Number(order.amount) === Number(report.amount) &&
      order.foreign_currency === (report.foreign_currency ?? null);
    if (!isSame) replaced.push({ order, report: { ...report, amount: report.amount } });
  }
  return replaced;
}

/** The page knows the visit of a verified order, whose amount stays. */
async function listAttached(
  tx: Tx,
  companyId: string,
  known: Map<string, KnownOrder>,
  candidates: CompanyReports['candidates'],
): Promise<Replacement[]> {
  const verified: { order: KnownOrder; report: OrderCandidate }[] = [];
  for (const order of known.values()) {
    const report = candidates.get(order.order_id);
    if (order.source !== 'verified' || report?.reporter !== 'page' || report.visitor_id === undefined)
      continue;
    const apartMs = Math.abs(Date.parse(report.occurred_at) - Date.parse(order.occurred_at));
    if (apartMs <= attachedMs) verified.push({ order, report });
  }
  if (verified.length === 0) return [];
  const stored = await listOrderEvents(
    tx,
    companyId,
    verified.map(({ order }) => order),
  );
  return verified.flatMap(({ order, report }) => {
    const event = stored.get(order.event_id);
    if (!event || event.visitor_id !== null) return [];
    const { amount, foreign_currency: foreignCurrency } = order;
    const currency = event.currency ?? report.currency;
    return [
      { order, report: { ...report, amount, foreign_currency: foreignCurrency ?? undefined, currency } },
    ];
  });
}

/** Returns the number of reports whose amount does not count, also of those that are too many to be stored. */
async function storeConflicts(
  tx: Tx,
  companyId: string,
  { disagreeing, replaced, now }: { disagreeing: OrderReport[]; replaced: Replacement[]; now: Date },
): Promise<number> {
  // The amount counted until now is always stored: an order is replaced at most once.
  const uncounted = new Map<string, OrderReport>();
  for (const { order } of replaced) {
    const { order_id, amount, event_id } = order;
    const report: OrderReport = { order_id, source: 'server', amount, event_id, host: '', count: 1 };
    uncounted.set(toAmountKey(report), report);
  }
  const always = new Set(uncounted.keys());
  for (const report of disagreeing) {
    const key = toAmountKey(report);
    const same = uncounted.get(key);
    uncounted.set(key, same ? { ...report, count: same.count + report.count } : report);
  }
  if (uncounted.size === 0) return 0;
  const grouped = [...uncounted.values()];
  const orderIds = [...new Set(grouped.map(({ order_id }) => order_id))];
  const stored = await listStoredConflicts(tx, companyId, orderIds);
  const storedKeys = new Set(stored.map(toAmountKey));
  const storedCounts = new Map<string, number>();
  const toSender = ({ order_id, source }: StoredConflict) => `${source} ${order_id}`;
  const count = (report: StoredConflict) => {
    const next = (storedCounts.get(toSender(report)) ?? 0) + 1;
    storedCounts.set(toSender(report), next);
    return next;
  };
  for (const conflict of stored) count(conflict);
  const admitted = grouped
    .toSorted((one, other) => Number(one.amount) - Number(other.amount))
    .filter((report) => {
      const key = toAmountKey(report);
      return storedKeys.has(key) || count(report) <= amountsMax || always.has(key);
    });
  if (admitted.length > 0) await upsertConflicts(tx, companyId, admitted, now);
  return grouped.reduce((sum, report) => sum + report.count, 0);
}

/** Stores the reports of pages as the events of their orders, and what follows from it. */
async function storeReplacements(
  tx: Tx,
  companyId: string,
  changed: Replacement[],
  now: Date,
): Promise<void> {
  await deleteOrderEvents(
    tx,
    companyId,
    changed.map(({ order }) => order),
  );
  await insertEvents(
    tx,
    changed.map(({ report }) => report),
  );
  // An order may be the first event of its visitor. The visitor was not stored while the order was a duplicate.
  const visitors = listVisitors(companyId, changed);
  if (visitors.length > 0) await insertVisitors(tx, visitors, now);
  const events = changed.flatMap(({ order, report }) => [
    { id: order.event_id, occurredAt: order.occurred_at },
    { id: report.id, occurredAt: report.occurred_at },
  ]);
  const change = { company_id: companyId, events };
  await raiseRevisions(tx, [change], now);
  await insertEventChanges(tx, [change], now);
  await notifyActivity(tx, [companyId]);
}

/** Sorted, each once. */
function listVisitors(companyId: string, changed: Replacement[]): Parameters<typeof insertVisitors>[1] {
  const networks = new Map<string, string | undefined>();
  for (const { report } of changed)
    if (report.visitor_id !== undefined)
      networks.set(report.visitor_id, report.network_id ?? networks.get(report.visitor_id));
  return [...networks]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([visitor_id, network_id]) => ({ company_id: companyId, visitor_id, network_id }));
}
