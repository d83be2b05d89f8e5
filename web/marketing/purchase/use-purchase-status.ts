import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { nextStepText, type PurchaseStatusView, successTitle } from './purchase-status.ts';

/** Shown until the server has responded. */
const unknown: PurchaseStatusView = {
  mark: 'order received',
  title: successTitle,
  followUp: 'done',
  isTest: false,
  text: `Thank you. The receipt comes to your inbox, and ${nextStepText}`,
};

/** The state of the purchase whose checkout redirected to this page. */
export function usePurchaseStatus(): PurchaseStatusView {
  const { search } = useLocation();
  const [state, setState] = useState(unknown);
  useEffect(() => {
    const sessionId = new URLSearchParams(search).get('session_id');
    if (!sessionId) return;
    const aborter = new AbortController();
    import('./watch-purchase.ts')
      .then(({ watchPurchase }) => watchPurchase(sessionId, setState, aborter.signal))
      .catch(() => undefined);
    return () => aborter.abort();
  }, [search]);
  return state;
}
