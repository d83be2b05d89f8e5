import type { Jobs } from '../../platform/jobs.ts';
import { toCheckoutEnd } from '../../platform/payment-provider/payment-provider.ts';
import type { PurchasesDeps } from './purchase-deps.ts';
import { applyPurchaseEvent } from './purchase-events.ts';
import { deleteForeignEvents, listUnfinishedPurchases, type PurchaseRow } from './purchases.queries.ts';

export interface ReconcileDeps extends PurchasesDeps {
  onFailure: (error: unknown, paymentId: string) => void;
}

/** Webhooks are tried for three days by the provider; what they all missed is found here. */
export async function schedulePurchaseReconciliation(jobs: Jobs, deps: ReconcileDeps): Promise<void> {
  await jobs.schedule('reconcile-payments', '23 4 * * *', () => reconcilePurchases(deps, new Date()));
}

const hourMs = 3_600_000;
const askedMax = 500;
const foreignEventDays = 90;

/** Asks the provider about every payment that began over an hour ago and has no end yet. */
export async function reconcilePurchases(deps: ReconcileDeps, now: Date): Promise<void> {
  const { db, payments } = deps;
  const unfinished = await listUnfinishedPurchases(db, {
    provider: payments.provider,
    isTest: payments.isTest,
    before: new Date(now.getTime() - hourMs),
    max: askedMax,
  });
  for (const payment of unfinished) {
    try {
      await reconcile(deps, payment, now);
    } catch (error) {
      // One checkout the provider cannot tell about must not keep the others from being asked about.
      deps.onFailure(error, payment.id);
    }
  }
  await deleteForeignEvents(db, new Date(now.getTime() - foreignEventDays * 24 * hourMs));
}

async function reconcile(deps: PurchasesDeps, payment: PurchaseRow, now: Date): Promise<void> {
  if (payment.session_id !== null) {
    const event = await deps.payments.askAbout({
      sessionId: payment.session_id,
      createdAt: payment.created_at,
      now,
    });
    if (event) await applyPurchaseEvent(deps, event);
    return;
  }
  // The provider's answer never came, so nobody was ever shown where to pay.
  if (now < toCheckoutEnd(payment.created_at)) return;
  await applyPurchaseEvent(deps, {
    id: `never-opened_${payment.id}`,
    kind: 'asked.expired',
    occurredAt: now,
    isTest: payment.is_test,
    fact: {
      is: 'checkout',
      sessionId: null,
      paymentId: payment.id,
      priceId: payment.price_id,
      paymentIntent: null,
      outcome: 'expired',
      amount: null,
      currency: null,
    },
  });
}
