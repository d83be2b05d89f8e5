import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { type PaymentState, whatFollows } from './payment-labels.ts';

/** What can be said without an answer of the server. */
const unknown: PaymentState = {
  mark: 'order received',
  isPaid: true,
  text: `Thank you. The receipt comes to your inbox, and ${whatFollows}`,
};

/** How the payment stands whose checkout led to this page. */
export function usePaymentState(): PaymentState {
  const { search } = useLocation();
  const [state, setState] = useState(unknown);
  useEffect(() => {
    const sessionId = new URLSearchParams(search).get('session_id');
    if (!sessionId) return;
    const left = new AbortController();
    import('./watch-payment.ts')
      .then(({ watchPayment }) => watchPayment(sessionId, setState, left.signal))
      .catch(() => undefined);
    return () => left.abort();
  }, [search]);
  return state;
}
