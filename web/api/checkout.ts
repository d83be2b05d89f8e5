import { apiPaths } from '../../contract/paths.ts';
import {
  type CreatePaymentRequest,
  createPaymentAnswer,
  type PurchaseStatus,
  purchaseStatus,
} from '../../contract/purchases.ts';
import { ApiError, getJson, postJson, withQuery } from './client.ts';
import { IdempotentRequest } from './idempotent-request.ts';

const intent = new IdempotentRequest();

/** The address of a new checkout. Throws an error whose message can be shown in a toast. */
export async function createCheckout(request: CreatePaymentRequest): Promise<string> {
  try {
    const { url } = await intent.send(request, (headers) =>
      postJson(apiPaths.createPayment, request, { parse: createPaymentAnswer.parse, headers }),
    );
    return url;
  } catch (error) {
    const isExplained =
      error instanceof ApiError && !['unreachable', 'unreadable', 'not-found'].includes(error.code);
    throw isExplained ? error : new Error('Failed to create checkout session', { cause: error });
  }
}

export function getPurchaseStatus(sessionId: string, signal: AbortSignal): Promise<PurchaseStatus> {
  const path = withQuery(apiPaths.paymentStatus, { session_id: sessionId });
  return getJson(path, { parse: purchaseStatus.parse, signal });
}
