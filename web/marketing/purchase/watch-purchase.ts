import type { PurchaseStatus } from '../../../contract/public/purchases.ts';
import { formatAmount } from '../../../contract/rules/money.ts';
import { isTransient } from '../../api/client.ts';
import { getPurchaseStatus } from '../api/checkout.ts';
import { type FollowUp, nextStepText, type PurchaseStatusView, successTitle } from './purchase-status.ts';

/** Seconds between requests: short at first, for card payments. No more requests after the last. */
const pauses = [1, 2, 3, 5, 8, 10, 15, 20, 30, 30, 30];

/** Polls the state of a purchase until it is final, the page is closed, or a few minutes have passed. */
export async function watchPurchase(
  sessionId: string,
  onStatus: (state: PurchaseStatusView) => void,
  signal: AbortSignal,
): Promise<void> {
  for (const seconds of pauses) {
    try {
      const status = await getPurchaseStatus(sessionId, signal);
      if (signal.aborted) return;
      onStatus(toStatusView(status));
      if (status.state !== 'pending') return;
    } catch (error) {
      // An unknown checkout stays unknown.
      if (signal.aborted || !isTransient(error)) return;
    }
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    if (signal.aborted) return;
  }
}

function toStatusView(status: PurchaseStatus): PurchaseStatusView {
  const { amount, taxAmount, currency, productTitle, isTest } = status;
  const tax = taxAmount > 0 ? ` (with ${formatAmount(taxAmount, currency)} tax)` : '';
  const what = `${formatAmount(amount + taxAmount, currency)}${tax} for ${productTitle}`;
  const view = isTest ? toTestView(status.state, what) : toLiveView(status.state, what);
  const outcome = outcomes[status.state];
  return {
    ...view,
    ...outcome,
    isTest,
    followUp: isTest ? testFollowUps[outcome.followUp] : outcome.followUp,
  };
}

type Outcome = Pick<PurchaseStatusView, 'title' | 'followUp'>;

const done: Outcome = { title: successTitle, followUp: 'done' };
const unpaid: Outcome = { title: 'Payment Not Completed', followUp: 'unpaid' };

const outcomes: Record<PurchaseStatus['state'], Outcome> = {
  paid: done,
  disputed: done,
  pending: { title: 'Payment Processing', followUp: 'waiting' },
  refunded: { title: 'Payment Refunded', followUp: 'refunded' },
  failed: unpaid,
  expired: unpaid,
};

/** No bank takes part in a test. */
const testFollowUps: Record<FollowUp, FollowUp> = {
  done: 'done',
  waiting: 'done',
  refunded: 'unpaid',
  unpaid: 'unpaid',
};

type StatusText = Pick<PurchaseStatusView, 'mark' | 'text'>;

function toLiveView(state: PurchaseStatus['state'], what: string): StatusText {
  switch (state) {
    case 'paid':
    case 'disputed':
      return {
        mark: 'paid',
        text: `Thank you. We have received ${what}. The receipt is on its way to your inbox, and ${nextStepText}`,
      };
    case 'pending':
      return {
        mark: 'still processing',
        text: `Thank you. Your bank is still confirming ${what}. You can close this page: the receipt comes to your inbox once it has, and ${nextStepText}`,
      };
    case 'refunded':
      return { mark: 'refunded', text: `We have sent back ${what}, all of it.` };
    case 'failed':
      return {
        mark: 'not paid',
        text: `Your bank did not let ${what} through after all. Nothing was charged.`,
      };
    case 'expired':
      return {
        mark: 'not paid',
        text: `The checkout of ${what} expired before it was paid. Nothing was charged.`,
      };
  }
}

function toTestView(state: PurchaseStatus['state'], what: string): StatusText {
  switch (state) {
    case 'paid':
    case 'disputed':
      return {
        mark: 'test order',
        text: `This test order of ${what} is complete, and a test receipt is on its way to your inbox.`,
      };
    case 'pending':
      return {
        mark: 'test order, still processing',
        text: `This test order of ${what} is still being processed. You can close this page: a test receipt comes to your inbox when it is complete.`,
      };
    case 'refunded':
      return { mark: 'test order, refunded', text: `This test order of ${what} was refunded.` };
    case 'failed':
      return { mark: 'test order, not paid', text: `The test payment of ${what} was refused.` };
    case 'expired':
      return { mark: 'test order, not paid', text: `The test checkout of ${what} expired.` };
  }
}
