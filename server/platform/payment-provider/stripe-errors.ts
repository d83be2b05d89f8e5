import type Stripe from 'stripe';
import { AppError } from '../errors.ts';
import { loadStripe } from './load-stripe.ts';

/** Replaces any error of Stripe with one message for the customer. Its cause is logged. */
export async function withCheckoutErrors<Answer>(
  { addsTax }: { addsTax: boolean },
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    const { errors } = await loadStripe();
    const cause = withoutDetails(error, errors, addsTax);
    if (error instanceof errors.StripeIdempotencyError) {
      // The settings changed between two attempts, the first of which reached Stripe. A new purchase has new content.
      const message = 'This checkout cannot be continued. Please try again.';
      throw new AppError(409, 'conflict', message, { cause });
    }
    const status = error instanceof errors.StripeConnectionError ? 503 : 502;
    throw new AppError(status, 'checkout-failed', 'Failed to create checkout session', { cause });
  }
}

/** Stripe's errors repeat the request, including the customer's address, so only their type and ids are logged. */
function withoutDetails(error: unknown, { StripeError }: typeof Stripe.errors, addsTax: boolean): unknown {
  if (!(error instanceof StripeError)) return error;
  const { type, code, param, statusCode, requestId } = error;
  const what = `${type}, code ${code}, parameter ${param}, status ${statusCode}, request ${requestId}`;
  return new Error(addsTax && isAboutTax(error) ? `${what}. ${taxAdvice}` : what);
}

const taxAdvice =
  "Stripe cannot calculate tax for this account: enter the business's address and the tax registrations in Stripe's tax settings, or switch taxes off in /admin/settings";

/** Stripe has no separate code for a missing address, and names neither parameter nor code in every case. */
function isAboutTax({ code, param, message }: InstanceType<typeof Stripe.errors.StripeError>): boolean {
  return (
    /tax/.test(`${code} ${param}`) || /automatic tax|stripe tax|head office|origin address/i.test(message)
  );
}
