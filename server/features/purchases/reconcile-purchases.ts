import type { Jobs } from '../../platform/jobs.ts';
import { toCheckoutEnd } from '../../platform/payment-provider/payment-provider.ts';
import { applyPurchaseEvent } from './purchase-events.ts';
import { deleteForeignEvents, listUnfinishedPurchases, type PurchaseRow } from './purchases.queries.ts';
import type { PurchasesDeps } from './purchases.ts';

export interface ReconcileDeps extends PurchasesDeps {
  onFailure: (error: unknown, purchaseId: string) => void;
}

/** The provider retries webhooks for three days. This daily job applies events that were still missed. */
export async function schedulePurchaseReconciliation(jobs: Jobs, deps: ReconcileDeps): Promise<void> {
  await jobs.schedule('reconcile-payments', '23 4 * * *', () => reconcilePurchases(deps, new Date()));
}

const hourMs = 3_600_000;
const purchasesMax = 500;
const foreignEventDays = 90;

/** Queries the provider about every pending purchase that was created over an hour ago. */
export async function reconcilePurchases(deps: ReconcileDeps, now: Date): Promise<void> {
  const { db, payments } = deps;
  const unfinished = await listUnfinishedPurchases(db, {
    provider: payments.provider,
    isTest: payments.isTest,
    before: new Date(now.getTime() - hourMs),
    max: purchasesMax,
  });
  for (const purchase of unfinished) {
    try {
      await reconcile(deps, purchase, now);
    } catch (error) {
      // One failed query must not prevent the others.
      deps.onFailure(error, purchase.id);
    }
  }
  await deleteForeignEvents(db, new Date(now.getTime() - foreignEventDays * 24 * hourMs));
}

async function reconcile(deps: PurchasesDeps, purchase: PurchaseRow, now: Date): Promise<void> {
  if (purchase.session_id !== null) {
    const event = await deps.payments.fetchCheckoutState({
      sessionId: purchase.session_id,
      createdAt: purchase.created_at,
      now,
    });
    if (event) await applyPurchaseEvent(deps, event);
    return;
  }
  // The provider's response never arrived, so no customer was sent to a checkout.
  if (now < toCheckoutEnd(purchase.created_at)) return;
  await applyPurchaseEvent(deps, {
    id: `never-opened_${purchase.id}`,
    kind: 'asked.expired',
    occurredAt: now,
    isTest: purchase.is_test,
    fact: {
      is: 'checkout',
      sessionId: null,
      paymentId: purchase.id,
      priceId: purchase.price_id,
      paymentIntent: null,
      outcome: 'expired',
      amount: null,
      subtotal: null,
      tax: null,
      currency: null,
    },
  });
}
