import { apiPaths } from '../../contract/paths.ts';
import { type CreatePaymentRequest, createPaymentAnswer } from '../../contract/payments.ts';
import { ApiError, postJson } from './client.ts';

/** A purchase whose answer never came: tried again under the same id, it is the same purchase. */
let unanswered: { what: string; attemptId: string | undefined } | undefined;

/** The address of a checkout. Throws an error whose message is fit for a toast. */
export async function createPayment(request: CreatePaymentRequest): Promise<string> {
  const what = JSON.stringify(request);
  // Browsers make ids on secure pages only; without one a second try is a second checkout, of which one is paid.
  const attemptId = unanswered?.what === what ? unanswered.attemptId : crypto.randomUUID?.();
  unanswered = { what, attemptId };
  try {
    const body = { ...request, attemptId };
    const { url } = await postJson(apiPaths.createPayment, body, { parse: createPaymentAnswer.parse });
    unanswered = undefined;
    return url;
  } catch (error) {
    const isAnswered = error instanceof ApiError && error.code !== 'unreachable';
    if (isAnswered) unanswered = undefined;
    const isExplained = isAnswered && !['unreadable', 'not-found'].includes(error.code);
    throw isExplained ? error : new Error('Failed to create checkout session', { cause: error });
  }
}
