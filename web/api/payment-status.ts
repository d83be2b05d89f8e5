import { apiPaths } from '../../contract/paths.ts';
import { type PaymentStatus, paymentStatus } from '../../contract/payments.ts';
import { getJson, isPassing } from './client.ts';
import { withQuery } from './with-query.ts';

/** In seconds: soon at first, for cards; then patiently. After the last we stop asking. */
const pauses = [1, 2, 3, 5, 8, 10, 15, 20, 30, 30, 30];

/** Tells what becomes of a checkout until it has an end, the page is left, or a few minutes have passed. */
export async function watchPayment(
  sessionId: string,
  tell: (status: PaymentStatus) => void,
  signal: AbortSignal,
): Promise<void> {
  const path = withQuery(apiPaths.paymentStatus, { session_id: sessionId });
  for (const seconds of pauses) {
    try {
      const status = await getJson(path, { parse: paymentStatus.parse, signal });
      if (signal.aborted) return;
      tell(status);
      if (status.state !== 'pending') return;
    } catch (error) {
      // A checkout nobody knows will not become known.
      if (signal.aborted || !isPassing(error)) return;
    }
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    if (signal.aborted) return;
  }
}
