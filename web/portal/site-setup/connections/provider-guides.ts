import type { ShopProvider } from '../../../../contract/shop/connections.ts';

interface ProviderGuide {
  name: string;
  /** Where webhooks are added at the provider. */
  open: string;
  /** How to use the address. */
  address: string;
  /** Which events to choose, before the list of them. */
  events: string;
  /** The events by the name that the provider shows, in its order. */
  eventNames: readonly string[];
  /** Where the signing secret is found. */
  secret: string;
  /** How each order counts. */
  counts: string;
}

/** The steps at each provider, after its documentation. docs/shop-connections.md describes the same. */
export const providerGuides: Record<ShopProvider, ProviderGuide> = {
  stripe: {
    name: 'Stripe',
    open: 'In the Stripe Dashboard, open Developers, then Webhooks, and choose “Add destination” for events of your account.',
    address: 'As destination type, choose “Webhook endpoint” and enter this address:',
    events: 'Select these events. The last one is only for shops without Stripe Checkout:',
    eventNames: [
      'checkout.session.completed',
      'checkout.session.async_payment_succeeded',
      'checkout.session.async_payment_failed',
      'refund.created',
      'refund.updated',
      'refund.failed',
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
      'payment_intent.succeeded',
    ],
    secret: 'Stripe shows the signing secret of the new destination. It begins with whsec_. Enter it here:',
    counts:
      'Payments, refunds and disputes of the Stripe account are recorded. If your pages report orders as well, set the metadata field order_id of the payment to the same id.',
  },
  woocommerce: {
    name: 'WooCommerce',
    open: 'In WordPress, open WooCommerce, Settings, Advanced, Webhooks. Add two webhooks with the status “Active” and the newest API version.',
    address: 'Enter this delivery URL in both:',
    events: 'Choose one of these topics for each:',
    eventNames: ['Order created', 'Order updated'],
    secret:
      'Enter the same secret in both webhooks and here. Make up a long random text of 16 to 200 characters:',
    counts:
      'Orders and their refunds are recorded. WooCommerce sends no disputes, and switches a webhook off after five rejected deliveries: then activate it again.',
  },
  shopify: {
    name: 'Shopify',
    open: 'In the Shopify admin, open Settings, Notifications, Webhooks, and create one webhook for each event below, in the format JSON.',
    address: 'Enter this URL in each:',
    events: 'Create one webhook for each of these events:',
    eventNames: [
      'Order creation',
      'Order payment',
      'Order update',
      'Order cancellation',
      'Refund create',
      'Dispute create',
      'Dispute update',
    ],
    secret: 'Below the list of webhooks, Shopify shows the text with which it signs them all. Enter it here:',
    counts: 'Orders, refunds and disputes are recorded. Disputes exist only with Shopify Payments.',
  },
};
