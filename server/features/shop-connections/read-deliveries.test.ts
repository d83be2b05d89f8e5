import { describe, expect, test } from 'vitest';
import { sampleTime } from '../../testing/shop/sample-times.ts';
import { shopifyDelivery, shopifyDispute, shopifyRefund } from '../../testing/shop/shopify-samples.ts';
import {
  stripeCharge,
  stripeDispute,
  stripeEvent,
  stripeIntent,
  stripePayment,
  stripeRefund,
  stripeSession,
} from '../../testing/shop/stripe-samples.ts';
import { wooDelivery } from '../../testing/shop/woocommerce-samples.ts';
import type { ShopReport } from './shop-report.ts';
import { readShopifyDelivery } from './shopify/read-shopify-delivery.ts';
import { readStripeEvent } from './stripe/read-stripe-event.ts';
import { readWooOrder } from './woocommerce/read-woocommerce-order.ts';

function requireOrder(report: ShopReport) {
  if (report.kind !== 'order') throw new Error(`the report is ${JSON.stringify(report)}`);
  return report.order;
}

describe('Stripe', () => {
  const readSession = (given: object, type = 'completed') =>
    readStripeEvent(stripeEvent(`checkout.session.${type}`, stripeSession(stripePayment, given), 1).content);

  test('a Checkout session is an order, with the visitor of its metadata', () => {
    expect(readSession({})).toEqual({
      kind: 'order',
      paymentId: stripePayment.intent,
      refunds: [],
      order: {
        ...{ orderId: 'A-1001', amount: '129.90', currency: 'USD', status: 'paid', visitor: 'b1' },
        occurredAt: sampleTime(0),
        customerRef: 'cus_NffrFeUfNV2Hib',
        changedAt: new Date(sampleTime(1).getTime() + 1),
      },
    });
  });

  test.each([
    ['its metadata', { metadata: { order_id: 'M-1' } }, 'M-1'],
    ['its reference', {}, 'A-1001'],
    ['itself', { client_reference_id: null, metadata: {} }, stripePayment.session],
  ])('the order has the id of %s', (_name, given, id) => {
    expect(requireOrder(readSession(given)).orderId).toBe(id);
  });

  test('the visitor in the metadata may have the former name', () => {
    const metadata = { northlight_visitor: 'former' };
    expect(requireOrder(readSession({ metadata })).visitor).toBe('former');
    expect(requireOrder(readSession({ metadata: { ...metadata, site_visitor: 'b1' } })).visitor).toBe('b1');
  });

  // https://docs.stripe.com/currencies#minor-units and #special-cases
  test.each([
    ['usd', 1099, '10.99'],
    ['jpy', 500, '500'],
    ['krw', 1, '1'],
    ['kwd', 5120, '5.120'],
    ['isk', 500, '5'],
    ['ugx', 500, '5'],
    ['mga', 5, '5.00'],
    ['huf', 1045, '10.45'],
    ['eur', 0, '0.00'],
  ])('an amount in %s of %d is %s', (currency, amount_total, amount) => {
    expect(requireOrder(readSession({ currency, amount_total })).amount).toBe(amount);
  });

  test.each([
    ['completed', 'unpaid', 'pending'],
    ['completed', 'no_payment_required', 'paid'],
    ['async_payment_succeeded', 'paid', 'paid'],
    ['async_payment_failed', 'unpaid', 'cancelled'],
  ])('%s with a payment that is %s is %s', (type, payment_status, status) => {
    expect(requireOrder(readSession({ payment_status }, type)).status).toBe(status);
  });

  test('a payment intent is an order only with an order id', () => {
    const read = (metadata: object) =>
      readStripeEvent(
        stripeEvent('payment_intent.succeeded', stripeIntent(stripePayment, { metadata }), 1).content,
      );
    expect(requireOrder(read({ order_id: 'A-7' }))).toMatchObject({ orderId: 'A-7', amount: '129.90' });
    expect(read({})).toMatchObject({ kind: 'ignored' });
  });

  test('what is no order, or took no money, is ignored with a reason', () => {
    const charge = { amount: 100, minutes: 1 };
    const inquiry = stripeDispute(stripePayment, { ...charge, status: 'warning_needs_response' });
    const pending = stripeRefund(stripePayment, { id: 're_1', ...charge, status: 'pending' });
    for (const { content } of [
      stripeEvent('charge.dispute.created', inquiry, 1),
      stripeEvent('refund.created', pending, 1),
      stripeEvent('refund.created', { ...pending, status: 'succeeded', payment_intent: null }, 1),
      stripeEvent('charge.refunded', stripeCharge(stripePayment, undefined), 1),
      stripeEvent('checkout.session.completed', stripeSession(stripePayment, { amount_total: null }), 1),
      stripeEvent('toString', {}, 1),
    ])
      expect(readStripeEvent(content)).toEqual({ kind: 'ignored', detail: expect.stringMatching(/\.$/) });
  });
});

describe('WooCommerce', () => {
  const read = (given: object) =>
    requireOrder(readWooOrder('order.updated', wooDelivery('updated', 9, given).content));
  const unpaid = { date_paid_gmt: null };

  test('an order has its number, its lines and the visitor of its meta data', () => {
    expect(read({ number: '2026-0727' })).toEqual({
      ...{ tax: '1.35', shipping: '10.00', net: '18.00' },
      ...{ orderId: '2026-0727', amount: '29.35', currency: 'USD', status: 'paid', customerRef: '25' },
      visitor: 'b1',
      occurredAt: sampleTime(0),
      changedAt: sampleTime(9),
      items: [
        { name: 'Woo Single #1', quantity: 2, price: '3.00' },
        { name: 'Ship Your Idea', quantity: 1, price: '12.00' },
      ],
    });
  });

  test.each([
    ['pending', unpaid, 'pending'],
    ['on-hold', unpaid, 'pending'],
    ['processing', unpaid, 'paid'],
    ['processing', { ...unpaid, payment_method: 'cod' }, 'pending'],
    ['completed', { ...unpaid, payment_method: 'cod' }, 'paid'],
    ['cancelled', unpaid, 'cancelled'],
    ['failed', unpaid, 'cancelled'],
    ['cancelled', {}, 'paid'],
    ['refunded', {}, 'paid'],
    ['shipped-by-a-plugin', {}, 'paid'],
    ['quote-of-a-plugin', unpaid, 'pending'],
  ])('an order that is %s with %o is %s', (status, given, expected) => {
    expect(read({ status, ...given }).status).toBe(expected);
  });

  test.each([
    ['EUR', '29.3550', '29.36'],
    ['JPY', '2900.00', '2900'],
    ['KWD', '2.345', '2.345'],
    ['EUR', '29', '29.00'],
  ])('a total in %s of %s is %s', (currency, total, amount) => {
    expect(read({ currency, total }).amount).toBe(amount);
  });

  test('a guest has no reference, and a visitor that is no id is left out', () => {
    const order = read({ customer_id: 0, meta_data: [{ id: 1, key: 'site_visitor', value: 'a b' }] });
    expect(order).toMatchObject({ customerRef: undefined, visitor: undefined });
  });

  test('a visitor under the former name is still read, unless there is one under the current name', () => {
    const former = { id: 1, key: 'northlight_visitor', value: 'former' };
    expect(read({ meta_data: [former] }).visitor).toBe('former');
    const current = { id: 2, key: 'site_visitor', value: 'current' };
    expect(read({ meta_data: [former, current] }).visitor).toBe('current');
    expect(read({ meta_data: [former, { ...current, value: '' }] }).visitor).toBe('former');
  });

  test('deleted orders and other topics are ignored', () => {
    expect(readWooOrder('order.deleted', { id: 727 })).toMatchObject({ kind: 'ignored' });
    expect(readWooOrder('product.updated', { id: 1 })).toMatchObject({ kind: 'ignored' });
  });
});

describe('Shopify', () => {
  const read = (given: object) =>
    requireOrder(readShopifyDelivery('orders/updated', shopifyDelivery('', 9, given).content));

  test('an order has its id, which is all that a web pixel knows, and the visitor of its attributes', () => {
    expect(read({})).toMatchObject({
      ...{ orderId: '450789469', amount: '598.94', currency: 'USD', status: 'paid', visitor: 'b1' },
      ...{ occurredAt: sampleTime(0), changedAt: sampleTime(9), customerRef: '207119551' },
    });
  });

  test('the visitor of an order may have the former name', () => {
    const order = read({ note_attributes: [{ name: 'northlight_visitor', value: 'former' }] });
    expect(order.visitor).toBe('former');
  });

  test.each([
    ['authorized', null, 'pending'],
    ['partially_paid', null, 'pending'],
    ['pending', '2026-01-01T00:00:00Z', 'cancelled'],
    ['voided', null, 'cancelled'],
    ['paid', '2026-01-01T00:00:00Z', 'paid'],
    ['refunded', '2026-01-01T00:00:00Z', 'paid'],
  ])('an order that is %s and was cancelled at %s is %s', (financial_status, cancelled_at, status) => {
    expect(read({ financial_status, cancelled_at }).status).toBe(status);
  });

  test('a test order is ignored, as in a test notification', () => {
    const { content } = shopifyDelivery('', 0, { test: true });
    expect(readShopifyDelivery('orders/create', content)).toMatchObject({ kind: 'ignored' });
  });

  test.each([
    ['pending', { status: 'pending' }],
    ['failed', { status: 'failure' }],
    ['no refund', { kind: 'sale' }],
  ])('a refund whose transaction is %s moves no money', (_name, transaction) => {
    const refund = shopifyRefund({ id: 5, amount: '1.00', minutes: 1 }, transaction);
    expect(readShopifyDelivery('refunds/create', refund)).toMatchObject({ kind: 'ignored' });
  });

  test('a refund in another currency than the shop’s is never subtracted', () => {
    const refund = shopifyRefund({ id: 5, amount: '1.00', minutes: 1 }, { currency: 'CAD' });
    expect(() => readShopifyDelivery('refunds/create', refund)).toThrow(/transactions .*USD/);
    const { content } = shopifyDelivery('', 1, { refunds: [refund] });
    expect(readShopifyDelivery('orders/updated', content)).toMatchObject({
      ...{ kind: 'order', refunds: [], detail: expect.stringContaining('another currency') },
    });
  });

  test('an inquiry moves no money, and a dispute that ends well gives it back', () => {
    expect(readShopifyDelivery('disputes/create', shopifyDispute({ type: 'inquiry' }))).toMatchObject({
      kind: 'ignored',
    });
    for (const status of ['won', 'charge_refunded'])
      expect(readShopifyDelivery('disputes/update', shopifyDispute({ status }))).toMatchObject({
        refunds: [
          { kind: 'dispute', amount: '11.50' },
          { kind: 'dispute-won', amount: '11.50' },
        ],
      });
  });
});
