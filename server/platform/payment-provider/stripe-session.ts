import type Stripe from 'stripe';
import { type CheckoutRequest, toCheckoutEnd } from './payment-provider.ts';

type SessionParams = Stripe.Checkout.SessionCreateParams;

interface SessionOptions {
  /** The price of Stripe's dashboard with the product's usual amounts. */
  configuredPrice: string | undefined;
  publicUrl: string;
}

/** The checkout session of a purchase. Depends on the purchase and the switches of the settings alone. */
export function toSessionParams(request: CheckoutRequest, options: SessionOptions): SessionParams {
  const { purchaseId, priceId, currency } = request;
  const { publicUrl } = options;
  return {
    mode: 'payment',
    line_items: [{ ...toPrice(request, options), quantity: 1 }],
    currency,
    // The customer chose the currency on our page. With another one the amount would differ from ours.
    adaptive_pricing: { enabled: false },
    // Always explicit: without it, a default of the Stripe account could add tax that the settings exclude.
    automatic_tax: { enabled: request.addsTax },
    tax_id_collection: { enabled: request.asksTaxIds },
    invoice_creation: { enabled: request.createsInvoices },
    customer_email: request.customerEmail,
    client_reference_id: purchaseId,
    metadata: { payment_id: purchaseId, price_id: priceId },
    expires_at: Math.floor(toCheckoutEnd(request.createdAt).getTime() / 1000),
    success_url: `${publicUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${publicUrl}/payment-canceled`,
    custom_text: { submit: { message: toTermsText(publicUrl) } },
  };
}

/**
 * A configured price has the usual amounts, and whether they contain tax is set in Stripe. Any other price, and each with
 * tax, is sent with the request.
 */
function toPrice(
  { hasUsualPrice, addsTax, currency, amount, title }: CheckoutRequest,
  { configuredPrice }: SessionOptions,
): Stripe.Checkout.SessionCreateParams.LineItem {
  if (configuredPrice !== undefined && hasUsualPrice && !addsTax) return { price: configuredPrice };
  return {
    price_data: {
      currency,
      unit_amount: amount,
      product_data: { name: title },
      ...(addsTax && { tax_behavior: 'exclusive' }),
    },
  };
}

/**
 * The text next to Stripe's pay button, which may contain Markdown links. We do not use Stripe's checkbox
 * (`consent_collection`): Stripe rejects it unless the URL of the terms is set in the account's dashboard.
 */
function toTermsText(publicUrl: string): string {
  const terms = `[Terms of Service](${publicUrl}/terms-of-service)`;
  const privacy = `[Privacy Policy](${publicUrl}/privacy-policy)`;
  return `By paying you agree to the ${terms} and the ${privacy}.`;
}
