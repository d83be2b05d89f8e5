import { apiPaths } from '../../contract/paths.ts';
import { type CreatePaymentRequest, createPaymentAnswer } from '../../contract/purchases.ts';
import { ApiError, postJson } from './client.ts';
import { Intent } from './intent.ts';

const intent = new Intent();

/** The address of a checkout. Throws an error whose message is fit for a toast. */
export async function createPayment(request: CreatePaymentRequest): Promise<string> {
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
