import { randomUUID } from 'node:crypto';
import { notify } from '../../db/notifications/notifications.ts';
import type { Actor } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { claimIdempotencyKey, type IdempotencyClaim } from '../../platform/idempotency/idempotency.ts';
import {
  type CompanyInput,
  type CreatedCompany,
  createCompany,
  requireCreatedCompany,
} from '../companies/companies.ts';
import { lockPurchase } from './admin-purchases.queries.ts';
import { queuePortalMail } from './purchase-mails.ts';
import { updatePurchase } from './purchases.queries.ts';
import type { PurchasesDeps } from './purchases.ts';

export interface PurchasePortalDeps extends PurchasesDeps {
  appSecret: string;
}

/** Creates the portal of a paid purchase and mails its access key to the customer, in one transaction and only once. */
export async function createPurchasePortal(
  deps: PurchasePortalDeps,
  orderId: string,
  given: CompanyInput,
  by: Actor,
  claim?: IdempotencyClaim,
): Promise<CreatedCompany> {
  const id = randomUUID();
  return deps.db.transaction(async (tx) => {
    const earlierId = await claimIdempotencyKey(tx, claim, id);
    if (earlierId !== undefined) return requireCreatedCompany(tx, deps.appSecret, earlierId, 'all');
    const purchase = await lockPurchase(tx, orderId);
    if (!purchase) throw new AppError(404, 'not-found', 'There is no such order.');
    if (purchase.state !== 'paid') {
      throw new AppError(409, 'conflict', `Only a paid order gets a portal; this one is ${purchase.state}.`);
    }
    if (purchase.company_id !== null) {
      throw new AppError(409, 'conflict', 'This order already has a portal.');
    }
    const created = await createCompany(tx, deps.appSecret, { ...given, id }, by);
    await updatePurchase(tx, purchase.id, { company_id: created.company.id, updated_at: new Date() });
    await queuePortalMail(deps, tx, purchase, {
      companyId: created.company.id,
      companyName: created.company.name,
      accessKey: created.accessKey,
    });
    await notify(tx, { kind: 'admin-topic-changed', topic: 'orders' });
    return created;
  });
}
