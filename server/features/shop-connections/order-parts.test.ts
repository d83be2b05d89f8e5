import { describe, expect, test } from 'vitest';
import { shopifyDelivery } from '../../testing/shop/shopify-samples.ts';
import { stripeEvent, stripePayment, stripeSession } from '../../testing/shop/stripe-samples.ts';
import { wooDelivery } from '../../testing/shop/woocommerce-samples.ts';
import type { ShopReport } from './shop-report.ts';
import { readShopifyDelivery } from './shopify/read-shopify-delivery.ts';
import { readStripeEvent } from './stripe/read-stripe-event.ts';
import { readWooOrder } from './woocommerce/read-woocommerce-order.ts';

function partsOf(report: ShopReport) {
  if (report.kind !== 'order') throw new Error(`the report is ${JSON.stringify(report)}`);
  const { amount, tax, shipping, net } = report.order;
  return { amount, tax, shipping, net };
}

describe('Stripe', () => {
  const partsIn = (given: object) =>
    partsOf(
      readStripeEvent(
        stripeEvent('checkout.session.completed', stripeSession(stripePayment, given), 1).content,
      ),
    );

  test('shipping is without its tax, which the tax of the session contains', () => {
    const shipping_cost = {
      amount_subtotal: 1000,
      amount_tax: 190,
      amount_total: 1190,
      shipping_rate: 'shr_1',
    };
    const total_details = { amount_discount: 0, amount_shipping: 1000, amount_tax: 2074 };
    const automatic_tax = { enabled: true, liability: { type: 'self' }, status: 'complete' };
    expect(partsIn({ automatic_tax, total_details, shipping_cost })).toEqual({
      ...{ amount: '129.90', tax: '20.74', shipping: '10.00', net: '99.16' },
    });
  });

  test('without automatic tax and tax rates the tax is not known', () => {
    const { tax, shipping, net } = partsIn({});
    expect([tax, shipping, net]).toEqual([undefined, undefined, undefined]);
  });

  test('an order with automatic tax of zero, and a rate without shipping', () => {
    expect(partsIn({ automatic_tax: { enabled: true } })).toMatchObject({ tax: '0.00', net: '129.90' });
    const rate = { total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 2074 } };
    expect(partsIn(rate)).toMatchObject({ tax: '20.74', shipping: '0.00', net: '109.16' });
  });

  test.each([
    ['text', { total_details: { amount_tax: 'ten' } }],
    ['a list', { total_details: [], shipping_cost: 5 }],
    ['more than was paid', { total_details: { amount_tax: 99_999_999 } }],
    ['a negative tax', { total_details: { amount_tax: -5 } }],
  ])('parts that are %s do not lose the order', (_name, given) => {
    expect(partsIn(given)).toMatchObject({ amount: '129.90', net: undefined });
  });
});

describe('WooCommerce', () => {
  const partsIn = (given: object) => {
    const { topic, content } = wooDelivery('updated', 1, given);
    return partsOf(readWooOrder(topic, content));
  };

  test('tax and shipping are rounded as the total is', () => {
    expect(partsIn({ total: '29.345', total_tax: '1.348', shipping_total: '10.004' })).toEqual({
      ...{ amount: '29.35', tax: '1.35', shipping: '10.00', net: '18.00' },
    });
  });

  test.each([{}, { total_tax: null }, { total_tax: 1.35, shipping_total: '' }])(
    'what the shop does not send is not known (%j)',
    (given) => {
      const without = { total_tax: undefined, shipping_total: undefined, ...given };
      expect(partsIn(without)).toMatchObject({ amount: '29.35', tax: undefined, net: undefined });
    },
  );

  test('parts above the total do not lose the order', () => {
    expect(partsIn({ total: '5.00' })).toEqual({ amount: '5.00' });
  });
});

describe('Shopify', () => {
  const partsIn = (given: object) => {
    const { topic, content } = shopifyDelivery('orders/paid', 2, given);
    return partsOf(readShopifyDelivery(topic, content));
  };
  const line = { price: '11.90', discounted_price: '5.95', tax_lines: [{ price: '0.95', rate: 0.19 }] };

  test('shipping is without its tax where prices include tax', () => {
    const given = { total_price: '119.00', total_tax: '19.00', shipping_lines: [line] };
    expect(partsIn({ ...given, taxes_included: true })).toMatchObject({
      ...{ tax: '19.00', shipping: '5.00', net: '95.00' },
    });
    expect(partsIn({ ...given, taxes_included: false })).toMatchObject({ shipping: '5.95', net: '94.05' });
  });

  test('an order without shipping has none, one of an old delivery has unknown parts', () => {
    expect(partsIn({ total_tax: '0.00', shipping_lines: [] })).toMatchObject({
      ...{ tax: '0.00', shipping: '0.00', net: '598.94' },
    });
    expect(partsIn({ total_tax: undefined })).toMatchObject({ tax: undefined, net: undefined });
  });

  test.each([{ total_tax: '-1' }, { total_tax: 5, shipping_lines: 'x' }, { total_tax: '9999999.00' }])(
    'parts that cannot be (%j) do not lose the order',
    (given) => {
      expect(partsIn(given)).toMatchObject({ amount: '598.94', net: undefined });
    },
  );
});
