import type { PurchaseStatus } from '../../../contract/purchases.ts';
import { getPurchaseStatus } from '../../api/checkout.ts';
import { isTransient } from '../../api/client.ts';
import { type PaymentState, whatFollows } from './payment-labels.ts';

/** In seconds: soon at first, for cards; then patiently. After the last we stop asking. */
const pauses = [1, 2, 3, 5, 8, 10, 15, 20, 30, 30, 30];

/** Reports the state of a checkout until it is final, the page is left, or a few minutes have passed. */
export async function watchPayment(
  sessionId: string,
  tell: (state: PaymentState) => void,
  signal: AbortSignal,
): Promise<void> {
  for (const seconds of pauses) {
    try {
      const status = await getPurchaseStatus(sessionId, signal);
      if (signal.aborted) return;
      tell(toState(status));
      if (status.state !== 'pending') return;
    } catch (error) {
      // A checkout nobody knows will not become known.
      if (signal.aborted || !isTransient(error)) return;
    }
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    if (signal.aborted) return;
  }
}

function toState(status: PurchaseStatus): PaymentState {
  // Not price.tsx: shared with this, it would become a file of its own that every page with a price asks for.
  const { amount, currency, productTitle } = status;
  const money = new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100);
  const what = `${money} for ${productTitle}`;
  return status.isTest ? toTestState(status.state, what) : toRealState(status.state, what);
}

function toRealState(state: PurchaseStatus['state'], what: string): PaymentState {
  switch (state) {
    case 'paid':
    case 'disputed':
      return {
        mark: 'paid',
        isPaid: true,
        text: `Thank you. We have received ${what}. The receipt is on its way to your inbox, and ${whatFollows}`,
      };
    case 'pending':
      return {
        mark: 'still processing',
        isPaid: true,
        text: `Thank you. Your bank is still confirming ${what}. You need not wait here: the receipt comes to your inbox once it has, and ${whatFollows}`,
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

function toTestState(state: PurchaseStatus['state'], what: string): PaymentState {
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
        text: `${noMoney} This test order of ${what} is still being processed. You need not wait here: a test receipt comes to your inbox when it is complete.`,
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
