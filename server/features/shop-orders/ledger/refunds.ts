import { addDecimals, currencyDigits, toFixedDecimal } from '../../../../contract/rules/decimal.ts';
import { orderApiLimits } from '../../../../contract/shop/orders.ts';
import { AppError } from '../../../platform/errors.ts';
import { lockOrders } from './ledger.queries.ts';
import type { RefundsCall } from './ledger-call.ts';
import type { LedgerDeps } from './ledger-queue.ts';
import { requireRecordableTimes, requireStoredMonth } from './recordable-times.ts';
import { countRefunds, findRefundAmount, insertRefund, type RefundRow } from './refunds.queries.ts';
import type { RecordedRefund, VerifiedRefund, Verifier } from './verified-order.ts';
import { applyWaitingRefunds } from './waiting-refunds.ts';

/**
 * Records refunds and disputes of providers in one transaction. A refund whose order is not verified yet waits for it.
 * Resolves after COMMIT. Repeating the call changes nothing.
 */
export async function recordRefunds(
  { queue }: LedgerDeps,
  companyId: string,
  refunds: readonly VerifiedRefund[],
  by: Verifier,
): Promise<RecordedRefund[]> {
  requireRecordableTimes(refunds, new Date());
  const record: RefundsCall<RecordedRefund[]>['record'] = async (tx, { company, now, changes }) => {
    const orders = await lockOrders(tx, company.id, [...new Set(refunds.map(({ orderId }) => orderId))]);
    const results: RecordedRefund[] = [];
    for (const refund of refunds) {
      const order = orders.get(refund.orderId);
      const isOther = order && refund.currency !== (order.foreign_currency ?? company.currency);
      if (isOther) throw otherCurrency(refund);
      const isNew = await insertRefund(tx, company.id, toRow(refund), { by, now });
      if (!isNew) results.push({ refundId: refund.refundId, result: 'unchanged' });
      else if (order?.source !== 'verified') {
        await requireStoredMonth(tx, refund.occurredAt);
        results.push({ refundId: refund.refundId, result: 'waiting' });
      } else {
        changes.events.push(...(await applyWaitingRefunds(tx, company, order)));
        results.push({ refundId: refund.refundId, result: 'recorded' });
      }
    }
    return results;
  };
  return queue.run<RecordedRefund[]>(companyId, { kind: 'refunds', given: refunds, record });
}

export interface ApiRefund {
  orderId: string;
  refundId: string;
  /** Decimal text. Absent: all that is not refunded yet. */
  amount: string | undefined;
  occurredAt: Date;
}

export interface ApiRefundResult {
  result: 'recorded' | 'unchanged';
  amount: string;
  refunded: string;
  currency: string;
}

/**
 * Records a refund that a client's server reports, of an order that is verified.
 * @throws {AppError} 404 without such an order, 409 `order-amount-differs` if the refund id is known with another amount,
 * 409 `refund-too-large` if more would go back than was paid, 400 with the field for an amount with too many decimals or
 * a time that cannot be recorded.
 */
export async function refundOrder(
  { queue }: LedgerDeps,
  companyId: string,
  refund: ApiRefund,
): Promise<ApiRefundResult> {
  requireRecordableTimes([refund], new Date());
  const { orderId, refundId, occurredAt } = refund;
  const record: RefundsCall<ApiRefundResult>['record'] = async (tx, { company, now, changes }) => {
    const order = (await lockOrders(tx, company.id, [orderId])).get(orderId);
    if (order?.source !== 'verified') throw orderNotVerified();
    const currency = order.foreign_currency ?? company.currency;
    const digits = currencyDigits(currency);
    const inCurrency = (text: string) => addDecimals([text], digits);
    const known = await findRefundAmount(tx, company.id, orderId, refundId);
    const given = refund.amount === undefined ? undefined : toFixedDecimal(refund.amount, digits);
    if (refund.amount !== undefined && given === undefined)
      throw badAmount(`must have at most ${digits} decimals, as ${currency} has`);
    if (known !== undefined) {
      if (given !== undefined && Number(given) !== Number(known))
        throw refundDiffers(inCurrency(known), currency);
      return {
        result: 'unchanged',
        amount: inCurrency(known),
        refunded: inCurrency(order.refunded_amount),
        currency,
      };
    }
    const left = addDecimals([order.amount, negate(order.refunded_amount)], digits);
    const amount = given ?? left;
    if (Number(amount) <= 0)
      throw given === undefined ? refundTooLarge(left, currency) : badAmount('must be more than zero');
    if (Number(amount) > Number(left)) throw refundTooLarge(left, currency);
    if ((await countRefunds(tx, company.id, orderId)) >= orderApiLimits.refundsPerOrder)
      throw new AppError(409, 'conflict', `An order has at most ${orderApiLimits.refundsPerOrder} refunds.`);
    const row = { ...refund, amount, kind: 'refund' as const, currency, occurredAt };
    await insertRefund(tx, company.id, toRow(row), { by: 'api', now });
    changes.events.push(...(await applyWaitingRefunds(tx, company, order)));
    const refunded = addDecimals([order.refunded_amount, amount], digits);
    return { result: 'recorded', amount, refunded, currency };
  };
  return queue.run<ApiRefundResult>(companyId, { kind: 'refunds', given: [refund], record });
}

const negate = (decimal: string) => (decimal.startsWith('-') ? decimal.slice(1) : `-${decimal}`);

const toRow = ({ orderId, refundId, kind, amount, occurredAt }: VerifiedRefund): RefundRow => ({
  order_id: orderId,
  refund_id: refundId,
  kind,
  amount: kind === 'dispute-won' ? negate(amount) : amount,
  occurred_at: occurredAt,
});

const badAmount = (problem: string) =>
  new AppError(400, 'invalid-request', `amount ${problem}.`, { field: 'amount' });

function otherCurrency({ orderId, currency }: VerifiedRefund): AppError {
  const message = `The refund is in ${currency}, but order ${orderId} is not.`;
  return new AppError(400, 'invalid-request', message, { field: 'currency' });
}

function orderNotVerified(): AppError {
  const message = 'There is no verified order with this id. Report the order first.';
  return new AppError(404, 'not-found', message, { field: 'orderId' });
}

function refundDiffers(amount: string, currency: string): AppError {
  const message = `This refund is already recorded with ${amount} ${currency}. A refund is final; report another one with its own id.`;
  return new AppError(409, 'order-amount-differs', message, { field: 'amount' });
}

function refundTooLarge(left: string, currency: string): AppError {
  const message = `Only ${left} ${currency} of the order are not refunded yet.`;
  return new AppError(409, 'refund-too-large', message, { field: 'amount' });
}
