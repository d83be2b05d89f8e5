import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { createCheckoutRequest, PurchaseStatus } from '../../../contract/public/purchases.ts';
import type { Db, Tx } from '../../db/client.ts';
import { notify } from '../../db/notifications/notifications.ts';
import { AppError } from '../../platform/errors.ts';
import type { PortalOrigins } from '../../platform/http/portal-hosts.ts';
import { type CreationRequest, claimIdempotencyKey } from '../../platform/idempotency/idempotency.ts';
import type { MailDeps } from '../../platform/mail/mail-brand.ts';
import {
  type OpenedCheckout,
  type PaymentProvider,
  toCheckoutEnd,
} from '../../platform/payment-provider/payment-provider.ts';
import type { Agency } from '../agency/agency.ts';
import { findUsualProduct, requirePrice, toProductTitle } from './prices/purchase-price.ts';
import { toExpectedPayment, toPurchaseStatus } from './purchase-status.ts';
import {
  findPurchaseById,
  findPurchaseBySession,
  hasPaidPurchase,
  insertPurchase,
  type PurchaseRow,
  saveCheckout,
} from './purchases.queries.ts';

export interface PurchasesDeps extends MailDeps {
  db: Db;
  payments: PaymentProvider;
  agency: Pick<Agency, 'current' | 'reread'>;
  portals: PortalOrigins;
}

type CheckoutRequest = z.output<typeof createCheckoutRequest>;

/** Stores the purchase, then opens its checkout. A repeated request gets the same checkout. */
export async function startCheckout(
  deps: PurchasesDeps,
  request: CheckoutRequest,
  creation: CreationRequest,
): Promise<string> {
  const purchase = await requirePurchase(deps, request, creation);
  if (purchase.checkout_url !== null) return purchase.checkout_url;
  if (Date.now() > toCheckoutEnd(purchase.created_at).getTime() - lastRetryMs) throw checkoutClosed();
  const checkout = await openCheckout(deps, purchase);
  await saveCheckout(deps.db, purchase.id, checkout);
  return checkout.url;
}

/** The provider requires that a checkout stays open for at least half an hour. */
const lastRetryMs = 3_600_000;

async function openCheckout(deps: PurchasesDeps, purchase: PurchaseRow): Promise<OpenedCheckout> {
  const usual = findUsualProduct(purchase.price_id);
  if (!usual) throw checkoutClosed();
  const title = toProductTitle(purchase);
  const price = toExpectedPayment(purchase);
  return deps.payments.openCheckout({
    purchaseId: purchase.id,
    productId: usual.id,
    title,
    ...price,
    hasUsualPrice: title === usual.title && usual.prices[price.currency] === price.amount,
    customerEmail: purchase.customer_email,
    createdAt: purchase.created_at,
    ...deps.agency.current.payments,
  });
}

async function requirePurchase(
  { db, payments, agency }: PurchasesDeps,
  request: CheckoutRequest,
  { claim, admit }: CreationRequest,
): Promise<PurchaseRow> {
  // Another process may have changed the price a moment ago: nothing may be sold at the former one.
  await agency.reread();
  const now = new Date();
  const id = randomUUID();
  const purchase = await db.transaction(async (tx) => {
    const earlierId = await claimIdempotencyKey(tx, claim, id, now);
    // Keeps its price: the first response was lost, and its checkout may be open.
    if (earlierId !== undefined) return findPurchaseById(tx, earlierId);
    const { title, currency, amount } = requirePrice(agency.current, request);
    await admit(tx);
    const row = await insertPurchase(tx, {
      id,
      provider: payments.provider,
      is_test: payments.isTest,
      price_id: request.priceId,
      product_title: title,
      currency,
      amount,
      customer_email: request.customerEmail,
      state: 'pending',
      created_at: now,
      updated_at: now,
    });
    await notify(tx, { kind: 'admin-topic-changed', topic: 'orders' });
    return row;
  });
  // The configured provider or mode has changed since the purchase was stored.
  if (purchase?.provider !== payments.provider || purchase.is_test !== payments.isTest)
    throw checkoutClosed();
  return purchase;
}

/** Whether there is a paid purchase with this address. Test orders move no money and do not count. */
export const isCustomer = (tx: Tx, address: string): Promise<boolean> => hasPaidPurchase(tx, address);

function checkoutClosed(): AppError {
  return new AppError(409, 'conflict', 'This checkout cannot be continued. Please try again.');
}

/** The status of the purchase with this checkout. The checkout's id is the only credential. */
export async function requirePurchaseStatus(
  { db }: Pick<PurchasesDeps, 'db'>,
  sessionId: string,
): Promise<PurchaseStatus> {
  const purchase = await findPurchaseBySession(db, sessionId);
  if (!purchase) throw new AppError(404, 'not-found', 'There is no such purchase.');
  return toPurchaseStatus(purchase);
}
