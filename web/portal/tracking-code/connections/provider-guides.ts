import type { ShopProvider } from '../../../../contract/shop/connections.ts';

interface ProviderGuide {
  name: string;
  /** Where webhooks are added at the provider. */
  open: string;
  /** What to do with the address. */
  address: string;
  /** Which events to choose, before the list of them. */
  events: string;
  /** The events by the name that the provider shows, in its order. */
  eventNames: readonly string[];
  /** Where the signing secret is found. */
  secret: string;
  /** What each order counts as. */
  counts: string;
}

/** What to click at each provider, after its documentation. The events are those that server/features reads. */
export const providerGuides: Record<ShopProvider, ProviderGuide> = {
  stripe: {
    name: 'Stripe',
    open: 'In the Stripe Dashboard, open Developers, then Webhooks, and choose “Add destination” for events of your account.',
    address: 'As destination type, choose “Webhook endpoint” and enter this address:',
    events: 'Select these events:',
    eventNames: [
      'checkout.session.completed',
      'checkout.session.async_payment_succeeded',
      'checkout.session.async_payment_failed',
      'payment_intent.succeeded',
      'refund.created',
      'refund.updated',
      'refund.failed',
      'charge.dispute.created',
      'charge.dispute.closed',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.funds_reinstated',
    ],
    secret: 'Stripe shows the signing secret of the new destination. It begins with whsec_. Enter it here:',
    counts:
      'Payments, refunds and disputes of the whole Stripe account are recorded. An order has the id in the metadata field order_id of the payment, if your shop sets it, so that it matches what your pages report.',
  },
  woocommerce: {
    name: 'WooCommerce',
    open: 'In WordPress, open WooCommerce, Settings, Advanced, Webhooks. Add two webhooks with the status “Active” and the newest API version.',
    address: 'Enter this delivery URL in both:',
    events: 'Choose one of these topics for each:',
    eventNames: ['Order created', 'Order updated'],
    secret:
      'Enter the same secret in both webhooks and here. Make up a long random text of at least 16 characters:',
    counts: 'Orders and their refunds are recorded. WooCommerce sends no disputes.',
  },
  shopify: {
    name: 'Shopify',
    open: 'In the Shopify admin, open Settings, Notifications, Webhooks, and create one webhook for each event below, in the format JSON.',
    address: 'Enter this URL in each:',
    events: 'Create one webhook for each of these events:',
    eventNames: [
      'orders/create',
      'orders/paid',
      'orders/updated',
      'orders/cancelled',
      'refunds/create',
      'disputes/create',
      'disputes/update',
    ],
    secret: 'Below the list of webhooks, Shopify shows the text with which it signs them all. Enter it here:',
    counts: 'Orders, refunds and disputes are recorded.',
  },
};
