import type { PurchaseStatus } from '../../../contract/public/purchases.ts';
import { formatAmount } from '../../../contract/rules/money.ts';
import { isTransient } from '../../api/client.ts';
import { getPurchaseStatus } from '../api/checkout.ts';
import { nextStepText, type PurchaseStatusView } from './purchase-status.ts';

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
  const what = `${formatAmount(status.amount, status.currency)} for ${status.productTitle}`;
  return status.isTest ? toTestView(status.state, what) : toLiveView(status.state, what);
}

function toLiveView(state: PurchaseStatus['state'], what: string): PurchaseStatusView {
  switch (state) {
    case 'paid':
    case 'disputed':
      return {
        mark: 'paid',
        isPaid: true,
        text: `Thank you. We have received ${what}. The receipt is on its way to your inbox, and ${nextStepText}`,
      };
    case 'pending':
      return {
        mark: 'still processing',
        isPaid: true,
        text: `Thank you. Your bank is still confirming ${what}. You can close this page: the receipt comes to your inbox once it has, and ${nextStepText}`,
      };
    case 'refunded':
      return { mark: 'refunded', isPaid: true, text: `We have sent back ${what}, all of it.` };
    case 'failed':
      return {
        mark: 'not paid',
        isPaid: false,
        text: `Your bank did not let ${what} through after all. Nothing was charged.`,
      };
    case 'expired':
      return {
        mark: 'not paid',
        isPaid: false,
        text: `The checkout of ${what} expired before it was paid. Nothing was charged.`,
      };
  }
}

const noMoney = 'Test mode: no money was moved.';

function toTestView(state: PurchaseStatus['state'], what: string): PurchaseStatusView {
  switch (state) {
    case 'paid':
    case 'disputed':
      return {
        mark: 'test order',
        isPaid: true,
        text: `${noMoney} This test order of ${what} is complete, and a test receipt is on its way to your inbox.`,
      };
    case 'pending':
      return {
        mark: 'test order, still processing',
        isPaid: true,
        text: `${noMoney} This test order of ${what} is still being processed. You can close this page: a test receipt comes to your inbox when it is complete.`,
      };
    case 'refunded':
      return { mark: 'test order, refunded', isPaid: true, text: `${noMoney} This test order was refunded.` };
    case 'failed':
      return {
        mark: 'test order, not paid',
        isPaid: false,
        text: `${noMoney} The test payment was refused.`,
      };
    case 'expired':
      return { mark: 'test order, not paid', isPaid: false, text: `${noMoney} The test checkout expired.` };
  }
}
