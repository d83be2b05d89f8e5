import type { PaymentCurrency, Purchase } from '../../../contract/purchases.ts';
import type { CheckoutFact, PaymentFact } from '../../platform/payment-provider/payment-provider.ts';

/** What we asked for. */
export interface ExpectedPayment {
  priceId: string;
  amount: number;
  currency: PaymentCurrency;
}

export interface KnownFact {
  occurredAt: Date;
  fact: PaymentFact;
}

export interface PurchaseState {
  state: Purchase['state'];
  /** When the money came, also where it has gone back since. */
  paidAt: Date | null;
  refundedAmount: number;
  problem: string | null;
}

/**
 * The state of a payment follows from the set of all that is known of it, never from what it was before: events come
 * late, twice and in any order, and all orders must end the same.
 */
export function toPurchaseState(expected: ExpectedPayment, known: readonly KnownFact[]): PurchaseState {
  const facts = known.map(({ fact }) => fact);
  const has = (outcome: CheckoutFact['outcome']) =>
    facts.some((fact) => fact.is === 'checkout' && fact.outcome === outcome);
  const paid = known.filter(({ fact }) => isPaid(fact));
  const right = paid.filter(({ fact }) => findMismatch(expected, fact) === undefined);
  const refunds = facts.filter((fact) => fact.is === 'refund');
  const isRefunded = refunds.some((refund) => refund.isWhole);

  const toState = (): Purchase['state'] => {
    if (isDisputed(facts)) return 'disputed';
    if (isRefunded) return 'refunded';
    if (right.length > 0) return 'paid';
    // Money came, only not ours to book: it waits for a person.
    if (paid.length > 0) return 'pending';
    if (has('failed')) return 'failed';
    return has('expired') ? 'expired' : 'pending';
  };
  const paidTimes = right.map(({ occurredAt }) => occurredAt.getTime());
  const mismatches = paid
    .map(({ fact }) => findMismatch(expected, fact))
    .filter((each) => each !== undefined);
  return {
    state: toState(),
    paidAt: paidTimes.length > 0 ? new Date(Math.min(...paidTimes)) : null,
    refundedAmount: Math.max(0, ...refunds.map((refund) => refund.refundedAmount)),
    problem: isRefunded ? null : (mismatches.sort()[0] ?? null),
  };
}

function isPaid(fact: PaymentFact): fact is CheckoutFact {
  return fact.is === 'checkout' && fact.outcome === 'paid';
}

function findMismatch(expected: ExpectedPayment, fact: PaymentFact): string | undefined {
  if (!isPaid(fact)) return undefined;
  const { amount, currency, priceId } = fact;
  if (amount !== expected.amount || currency !== expected.currency) {
    return `${formatProblemAmount(amount, currency)} was paid, ${formatProblemAmount(expected.amount, expected.currency)} was asked.`;
  }
  if (priceId !== expected.priceId)
    return `It was paid for ${priceId ?? 'no price of ours'}, not ${expected.priceId}.`;
  return undefined;
}

/** A dispute stays until it has ended well for us; one that is lost stays for good. */
function isDisputed(facts: readonly PaymentFact[]): boolean {
  const disputes = facts.filter((fact) => fact.is === 'dispute');
  const over = new Set(disputes.filter(({ isOver }) => isOver).map(({ disputeId }) => disputeId));
  return disputes.some(({ disputeId }) => !over.has(disputeId));
}

function formatProblemAmount(amount: number | null, currency: string | null): string {
  if (amount === null || currency === null) return 'An unknown amount';
  return `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`;
}
