import { sampleTime } from './sample-times.ts';
import type { ShopDelivery } from './shop-deliveries.ts';

// Written after https://woocommerce.github.io/woocommerce-rest-api-docs/#order-properties, which a webhook sends as it is;
// never received from WooCommerce.

/** A time as WooCommerce writes it: in UTC, without naming the zone. */
const gmt = (minutes: number) => sampleTime(minutes).toISOString().slice(0, 19);

const wooOrder = (minutes: number, given: object = {}) => ({
  id: 727,
  parent_id: 0,
  number: '727',
  order_key: 'wc_order_58d2d042d1d',
  created_via: 'checkout',
  version: '9.0.0',
  status: 'processing',
  currency: 'USD',
  date_created: gmt(120),
  date_created_gmt: gmt(0),
  date_modified: gmt(120 + minutes),
  date_modified_gmt: gmt(minutes),
  discount_total: '0.00',
  shipping_total: '10.00',
  total: '29.35',
  total_tax: '1.35',
  prices_include_tax: false,
  customer_id: 25,
  billing: { first_name: 'John', last_name: 'Doe', email: 'john.doe@example.com' },
  payment_method: 'bacs',
  payment_method_title: 'Direct Bank Transfer',
  transaction_id: '',
  date_paid: gmt(125),
  date_paid_gmt: gmt(5),
  meta_data: [
    { id: 13106, key: '_download_permissions_granted', value: 'yes' },
    { id: 13107, key: 'site_visitor', value: 'b1' },
  ],
  line_items: [
    { id: 315, name: 'Woo Single #1', product_id: 93, quantity: 2, total: '6.00', price: 3 },
    { id: 316, name: 'Ship Your Idea', product_id: 22, quantity: 1, total: '12.00', price: 12 },
  ],
  refunds: [],
  ...given,
});

export const wooDelivery = (event: string, minutes: number, given: object = {}): ShopDelivery => ({
  topic: `order.${event}`,
  content: wooOrder(minutes, given),
});

const unpaid = { date_paid: null, date_paid_gmt: null };
const refundOne = { id: 726, reason: '', total: '-10.00' };
const refundTwo = { id: 724, reason: 'broken', total: '-4.35' };

const oneItem = [{ id: 316, name: 'Ship Your Idea', product_id: 22, quantity: 2, total: '18.00', price: 9 }];

/** An order by bank transfer: on hold, paid, refunded in two parts, edited twice, moved to the trash and restored. */
export const wooStory: readonly ShopDelivery[] = [
  wooDelivery('created', 0, { status: 'on-hold', ...unpaid }),
  wooDelivery('updated', 5),
  wooDelivery('updated', 60, { refunds: [refundOne] }),
  wooDelivery('updated', 70, { total: '35.00', refunds: [refundOne] }),
  wooDelivery('updated', 80, { refunds: [refundOne], line_items: oneItem }),
  wooDelivery('updated', 120, { status: 'completed', refunds: [refundTwo, refundOne], line_items: oneItem }),
  { topic: 'order.deleted', content: { id: 727 } },
  wooDelivery('restored', 200, { status: 'completed', refunds: [refundTwo, refundOne], line_items: oneItem }),
];
