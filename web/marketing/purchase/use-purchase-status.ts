import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { nextStepText, type PurchaseStatusView } from './purchase-status.ts';

/** What can be said without an answer of the server. */
const unknown: PurchaseStatusView = {
  mark: 'order received',
  isPaid: true,
  text: `Thank you. The receipt comes to your inbox, and ${nextStepText}`,
};

/** How the payment stands whose checkout led to this page. */
export function usePurchaseStatus(): PurchaseStatusView {
  const { search } = useLocation();
  const [state, setState] = useState(unknown);
  useEffect(() => {
    const sessionId = new URLSearchParams(search).get('session_id');
    if (!sessionId) return;
    const left = new AbortController();
    import('./watch-purchase.ts')
      .then(({ watchPurchase }) => watchPurchase(sessionId, setState, left.signal))
      .catch(() => undefined);
    return () => left.abort();
  }, [search]);
  return state;
}
