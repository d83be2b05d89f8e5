import type { Purchase } from '../../../contract/public/purchases.ts';
import type { PurchaseCurrency } from '../../../contract/site/purchase-currencies.ts';
import type { CheckoutFact, PaymentFact } from '../../platform/payment-provider/payment-provider.ts';
import { formatReportedAmount } from './money.ts';

/** The price that the checkout asked for. */
export interface ExpectedPayment {
  priceId: string;
  /** Without the tax that the provider adds. */
  amount: number;
  currency: PurchaseCurrency;
}

export interface KnownFact {
  occurredAt: Date;
  fact: PaymentFact;
}

export interface PurchaseState {
  state: Purchase['state'];
  /** When the payment arrived, even if it was refunded later. */
  paidAt: Date | null;
  /** The tax that the provider added to our price. */
  taxAmount: number;
  /** With tax. */
  refundedAmount: number;
  problem: string | null;
}

/**
 * Derives the state of a purchase from all its events, never from its previous state: events arrive late, twice and in
 * any order, and every order must give the same state.
 */
export function toPurchaseState(expected: ExpectedPayment, known: readonly KnownFact[]): PurchaseState {
  const facts = known.map(({ fact }) => fact);
  const has = (outcome: CheckoutFact['outcome']) =>
    facts.some((fact) => fact.is === 'checkout' && fact.outcome === outcome);
  const paid = known.filter(({ fact }) => isPaid(fact));
  const matching = paid.filter(({ fact }) => findMismatch(expected, fact) === undefined);
  const refunds = facts.filter((fact) => fact.is === 'refund');
  const isRefunded = refunds.some((refund) => refund.isWhole);

  const toState = (): Purchase['state'] => {
    if (isDisputed(facts)) return 'disputed';
    if (isRefunded) return 'refunded';
    if (matching.length > 0) return 'paid';
    // A payment with a wrong amount or product: an administrator must look at it.
    if (paid.length > 0) return 'pending';
    if (has('failed')) return 'failed';
    return has('expired') ? 'expired' : 'pending';
  };
  const paidTimes = matching.map(({ occurredAt }) => occurredAt.getTime());
  const mismatches = paid
    .map(({ fact }) => findMismatch(expected, fact))
    .filter((each) => each !== undefined);
  return {
    state: toState(),
    paidAt: paidTimes.length > 0 ? new Date(Math.min(...paidTimes)) : null,
    taxAmount: Math.max(0, ...matching.map(({ fact }) => (isPaid(fact) ? toAddedTax(fact) : 0))),
    refundedAmount: Math.max(0, ...refunds.map((refund) => refund.refundedAmount)),
    problem: isRefunded ? null : (mismatches.sort()[0] ?? null),
  };
}

/**
 * The tax between the provider's sum of our prices and its total. 0 unless the provider names exactly this difference as
 * tax, so that a total with anything else in it, such as a discount, never matches our price.
 */
function toAddedTax({ amount, subtotal, tax }: CheckoutFact): number {
  if (amount === null || subtotal === null || tax === null || tax <= 0) return 0;
  return amount - subtotal === tax ? tax : 0;
}

function isPaid(fact: PaymentFact): fact is CheckoutFact {
  return fact.is === 'checkout' && fact.outcome === 'paid';
}

function findMismatch(expected: ExpectedPayment, fact: PaymentFact): string | undefined {
  if (!isPaid(fact)) return undefined;
  const { amount, currency, priceId } = fact;
  const asked = formatReportedAmount(expected.amount, expected.currency);
  const added = toAddedTax(fact);
  if (amount === null || amount - added !== expected.amount || currency !== expected.currency) {
    const tax = added === 0 ? '' : ` with ${formatReportedAmount(added, currency)} of tax`;
    return `${formatReportedAmount(amount, currency)} was paid${tax}, ${asked} was asked.`;
  }
  if (priceId !== expected.priceId)
    return `It was paid for ${priceId ?? 'another price'}, not ${expected.priceId}.`;
  return undefined;
}

/** A dispute stays open until the agency wins it. A lost dispute stays forever. */
function isDisputed(facts: readonly PaymentFact[]): boolean {
  const disputes = facts.filter((fact) => fact.is === 'dispute');
  const over = new Set(disputes.filter(({ isOver }) => isOver).map(({ disputeId }) => disputeId));
  return disputes.some(({ disputeId }) => !over.has(disputeId));
}
