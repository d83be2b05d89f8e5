import type { DeliveryResult, ShopProvider } from '../../../contract/shop/connections.ts';
import { recordOrders } from '../shop-orders/ledger/ledger.ts';
import type { LedgerDeps } from '../shop-orders/ledger/ledger-queue.ts';
import { findTimeProblem } from '../shop-orders/ledger/recordable-times.ts';
import { recordRefunds } from '../shop-orders/ledger/refunds.ts';
import { claimPayment, findOrderOfRefunds, forgetWaiting } from './payment-orders.ts';
import { ContentError, type ShopRefund, type ShopReport } from './shop-report.ts';

export interface DeliveryOutcome {
  result: DeliveryResult;
  /** Why it was ignored or rejected, or waits. */
  detail: string;
  orderId: string | null;
}

interface Sender {
  companyId: string;
  provider: ShopProvider;
}

/**
 * Records the content of a delivery. Resolves after COMMIT; repeating it, in whatever order, ends in the same state.
 * @throws {ContentError} before anything is changed, if a time in it cannot be recorded.
 */
export async function applyReport(
  deps: LedgerDeps,
  sender: Sender,
  report: ShopReport,
): Promise<DeliveryOutcome> {
  if (report.kind === 'ignored')
    return { result: 'ignored', detail: report.detail, orderId: report.orderId ?? null };
  requireTimes(report);
  if (report.kind === 'order') return applyOrder(deps, sender, report);
  const { of, refunds } = report;
  if ('orderId' in of) return applyRefunds(deps, sender, of.orderId, refunds);
  const payment = { companyId: sender.companyId, paymentId: of.paymentId };
  const orderId = await findOrderOfRefunds(deps.db, payment, refunds);
  if (orderId === undefined)
    return { result: 'recorded', detail: `Waits for the order of ${of.paymentId}.`, orderId: null };
  return applyRefunds(deps, sender, orderId, refunds);
}

function requireTimes(report: Exclude<ShopReport, { kind: 'ignored' }>): void {
  const now = new Date();
  const requireTime = (what: string, time: Date | undefined) => {
    const problem = time && findTimeProblem(time, now);
    if (problem !== undefined) throw new ContentError(what, problem);
  };
  if (report.kind === 'order') {
    requireTime('The time of the order', report.order.occurredAt);
    requireTime('The time of the last change', report.order.changedAt);
  }
  for (const { refundId, occurredAt } of report.refunds)
    requireTime(`The time of refund ${refundId}`, occurredAt);
}

async function applyOrder(
  deps: LedgerDeps,
  { companyId, provider }: Sender,
  { order, refunds, paymentId, detail = '' }: Extract<ShopReport, { kind: 'order' }>,
): Promise<DeliveryOutcome> {
  const payment = paymentId === undefined ? undefined : { companyId, paymentId };
  const claim = payment && (await claimPayment(deps.db, payment, order.orderId));
  const orderId = claim?.orderId ?? order.orderId;
  const recorded = await recordOrders(deps, companyId, [{ ...order, orderId }], provider);
  const all = [...refunds, ...(claim?.waiting ?? [])].map((refund) => ({ ...refund, orderId }));
  const changes = all.length > 0 ? await recordRefunds(deps, companyId, all, provider) : [];
  if (payment && claim && claim.waiting.length > 0) await forgetWaiting(deps.db, payment);
  const isKnown = [...recorded, ...changes].every(({ result }) => result === 'unchanged');
  return { result: isKnown ? 'unchanged' : 'recorded', detail, orderId };
}

async function applyRefunds(
  deps: LedgerDeps,
  { companyId, provider }: Sender,
  orderId: string,
  refunds: readonly ShopRefund[],
): Promise<DeliveryOutcome> {
  const all = refunds.map((refund) => ({ ...refund, orderId }));
  const changes = await recordRefunds(deps, companyId, all, provider);
  if (changes.every(({ result }) => result === 'unchanged'))
    return { result: 'unchanged', detail: '', orderId };
  const isWaiting = changes.some(({ result }) => result === 'waiting');
  return { result: 'recorded', detail: isWaiting ? 'Waits for its order.' : '', orderId };
}
