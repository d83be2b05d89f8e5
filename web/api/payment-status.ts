import { apiPaths } from '../../contract/paths.ts';
import { type PurchaseStatus, purchaseStatus } from '../../contract/purchases.ts';
import { getJson } from './client.ts';
import { withQuery } from './with-query.ts';

export function getPaymentStatus(sessionId: string, signal: AbortSignal): Promise<PurchaseStatus> {
  const path = withQuery(apiPaths.paymentStatus, { session_id: sessionId });
  return getJson(path, { parse: purchaseStatus.parse, signal });
}
