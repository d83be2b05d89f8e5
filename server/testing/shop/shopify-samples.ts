import { sampleTime } from './sample-times.ts';
import type { ShopDelivery } from './shop-deliveries.ts';

// Written after https://shopify.dev/docs/api/admin-rest/latest/resources/order (…/refund, …/dispute), whose objects the
// webhooks send; never received from Shopify.

/** A time as Shopify writes it: in the zone of the shop. */
const local = (minutes: number) =>
  `${sampleTime(minutes - 240)
    .toISOString()
    .slice(0, 19)}-04:00`;

const money = (amount: string) => ({
  shop_money: { amount, currency_code: 'USD' },
  presentment_money: { amount, currency_code: 'USD' },
});

export const shopifyRefund = (
  { id, amount, minutes }: { id: number; amount: string; minutes: number },
  transaction: object = {},
) => ({
  id,
  order_id: 450_789_469,
  created_at: local(minutes),
  note: 'wrong size',
  user_id: null,
  processed_at: local(minutes),
  restock: true,
  duties: [],
  total_duties_set: money('0.00'),
  refund_line_items: [
    {
      id: 104_689_539,
      quantity: 1,
      line_item_id: 703_073_504,
      restock_type: 'legacy_restock',
      subtotal: 195.67,
      subtotal_set: money('195.67'),
    },
  ],
  transactions: [
    {
      id: 179_259_969,
      order_id: 450_789_469,
      kind: 'refund',
      gateway: 'shopify_payments',
      status: 'success',
      message: null,
      created_at: local(minutes),
      test: false,
      amount,
      currency: 'USD',
      ...transaction,
    },
  ],
  order_adjustments: [],
});

const shopifyOrder = (minutes: number, given: object = {}) => ({
  id: 450_789_469,
  admin_graphql_api_id: 'gid://shopify/Order/450789469',
  cancel_reason: null,
  cancelled_at: null,
  created_at: local(0),
  currency: 'USD',
  current_total_price: '598.94',
  customer: { id: 207_119_551, email: 'bob.norman@mail.example.com' },
  financial_status: 'paid',
  line_items: [
    {
      id: 466_157_049,
      name: 'IPod Nano - 8gb - green',
      title: 'IPod Nano - 8gb',
      quantity: 1,
      price: '199.00',
    },
    {
      id: 518_995_019,
      name: 'IPod Nano - 8gb - red',
      title: 'IPod Nano - 8gb',
      quantity: 2,
      price: '199.97',
    },
  ],
  name: '#1001',
  note_attributes: [{ name: 'site_visitor', value: 'b1' }],
  number: 1,
  order_number: 1001,
  presentment_currency: 'USD',
  refunds: [],
  test: false,
  total_price: '598.94',
  updated_at: local(minutes),
  ...given,
});

export const shopifyDelivery = (topic: string, minutes: number, given: object = {}): ShopDelivery => ({
  topic,
  content: shopifyOrder(minutes, given),
});

export const shopifyDispute = (given: object = {}) => ({
  id: 598_735_659,
  order_id: 450_789_469,
  type: 'chargeback',
  amount: '11.50',
  currency: 'USD',
  reason: 'fraudulent',
  network_reason_code: '4827',
  status: 'needs_response',
  evidence_due_by: local(9_000),
  evidence_sent_on: null,
  finalized_on: null,
  initiated_at: local(180),
  ...given,
});

const refundOne = shopifyRefund({ id: 509_562_969, amount: '41.94', minutes: 60 });
const refundTwo = shopifyRefund({ id: 929_361_464, amount: '100.00', minutes: 120 });

/** An order that is authorized, paid, edited twice, refunded in two parts, cancelled, and disputed in vain. */
export const shopifyStory: readonly ShopDelivery[] = [
  shopifyDelivery('orders/create', 0, { financial_status: 'authorized' }),
  shopifyDelivery('orders/paid', 2),
  shopifyDelivery('orders/updated', 10, { financial_status: 'partially_paid', total_price: '700.00' }),
  shopifyDelivery('orders/updated', 20, { financial_status: 'partially_paid' }),
  { topic: 'refunds/create', content: refundOne },
  shopifyDelivery('orders/updated', 61, { financial_status: 'partially_refunded', refunds: [refundOne] }),
  { topic: 'refunds/create', content: refundTwo },
  shopifyDelivery('orders/cancelled', 121, {
    ...{ financial_status: 'partially_refunded', refunds: [refundOne, refundTwo] },
    ...{ cancelled_at: local(121), cancel_reason: 'customer' },
  }),
  { topic: 'disputes/create', content: shopifyDispute() },
  { topic: 'disputes/update', content: shopifyDispute({ status: 'won', finalized_on: local(300) }) },
];
