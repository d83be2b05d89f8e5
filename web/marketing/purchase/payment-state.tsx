import { useEffect, useState } from 'react';
import type { PaymentStatus } from '../../../contract/payments.ts';
import { formatMoney } from './price.tsx';

/** What the server knows of the checkout this page was reached from; undefined while it says nothing. */
export function usePaymentStatus(): PaymentStatus | undefined {
  const [status, setStatus] = useState<PaymentStatus>();
  useEffect(() => {
    const sessionId = new URLSearchParams(location.search).get('session_id');
    if (!sessionId) return;
    const left = new AbortController();
    // The page says what it must without an answer too.
    import('../../api/payment-status.ts')
      .then(({ watchPayment }) => watchPayment(sessionId, setStatus, left.signal))
      .catch(() => undefined);
    return () => left.abort();
  }, []);
  return status;
}

const next = 'we write to the same address within 24 hours to begin the work.';

export function describePayment(status: PaymentStatus | undefined): {
  mark: string;
  isPaid: boolean;
  text: string;
} {
  if (!status) {
    return {
      mark: 'order received',
      isPaid: true,
      text: `Thank you. The receipt comes to your inbox, and ${next}`,
    };
  }
  const what = `${formatMoney(status.amount, status.currency)} for ${status.productTitle}`;
  switch (status.state) {
    case 'paid':
    case 'disputed':
      return {
        mark: 'paid',
        isPaid: true,
        text: `Thank you. We have received ${what}. The receipt is on its way to your inbox, and ${next}`,
      };
    case 'pending':
      return {
        mark: 'still processing',
        isPaid: true,
        text: `Thank you. Your bank is still confirming ${what}. You need not wait here: the receipt comes to your inbox once it has, and ${next}`,
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
