import { apiPaths } from '../../../contract/paths.ts';
import {
  type CreateCheckoutRequest,
  createCheckoutResponse,
  type PurchaseStatus,
  purchaseStatus,
} from '../../../contract/public/purchases.ts';
import { ApiError, getJson, postJson, withQuery } from '../../api/client.ts';
import { IdempotentRequest } from '../../api/idempotent-request.ts';

const idempotent = new IdempotentRequest();

/** The address of a new checkout. Throws an error whose message can be shown in a toast. */
export async function createCheckout(request: CreateCheckoutRequest): Promise<string> {
  try {
    const { url } = await idempotent.send(request, (headers) =>
      postJson(apiPaths.createCheckout, request, { parse: createCheckoutResponse.parse, headers }),
    );
    return url;
  } catch (error) {
    const isExplained =
      error instanceof ApiError && !['unreachable', 'unreadable', 'not-found'].includes(error.code);
    throw isExplained ? error : new Error('Failed to create checkout session', { cause: error });
  }
}

export function getPurchaseStatus(sessionId: string, signal: AbortSignal): Promise<PurchaseStatus> {
  const path = withQuery(apiPaths.purchaseStatus, { session_id: sessionId });
  return getJson(path, { parse: purchaseStatus.parse, signal });
}
