import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiPaths } from '../../../../contract/paths.ts';
import { orderListResponse } from '../../../../contract/shop/orders.ts';
import { anOrder, publicOrigin, track } from '../../../testing/builders.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { anApiOrder, type OrderApi, openOrderApi, resultsOf } from '../../../testing/shop/order-api.ts';
import { aConnection, sendDelivery } from '../../../testing/shop/shop-deliveries.ts';
import { wooDelivery } from '../../../testing/shop/woocommerce-samples.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let aShop: OrderApi['aShop'];
let report: OrderApi['report'];
beforeAll(async () => {
  t = await buildTestApp();
  ({ aShop, report } = openOrderApi(t));
});
afterAll(() => t.close());

type Shop = Awaited<ReturnType<OrderApi['aShop']>>;

async function partsOf({ key }: Shop, orderId: string) {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await t.app.inject({ url: apiPaths.apiOrders, headers });
  const found = orderListResponse.parse(answer.json()).orders.find((order) => order.orderId === orderId);
  return found && [found.tax, found.shipping, found.net];
}

test('an order has the parts that were sent, with the decimals of its currency', async () => {
  const shop = await aShop();
  await report(shop, [
    anApiOrder('A-1', '119.00', { tax: 19, shipping: '5.9', net: '94.10' }),
    anApiOrder('A-2', '10.00'),
    anApiOrder('A-3', 500, { currency: 'JPY', tax: '45', shipping: 0 }),
    anApiOrder('A-4', '7.00', { status: 'pending', tax: '1' }),
  ]);
  expect(await partsOf(shop, 'A-1')).toEqual(['19.00', '5.90', '94.10']);
  expect(await partsOf(shop, 'A-2')).toEqual([null, null, null]);
  expect(await partsOf(shop, 'A-3')).toEqual(['45', '0', null]);
  expect(await partsOf(shop, 'A-4')).toEqual([null, null, null]);
});

test.each([
  ['tax', { tax: '1.999' }, /at most 2 decimals/],
  ['shipping', { shipping: -1 }, /not negative/],
  ['net', { net: 'ten' }, /must be a number/],
  ['tax', { tax: '100.01' }, /more than amount/],
  ['shipping', { tax: '60', shipping: '40.01' }, /more than amount/],
  ['net', { tax: '19', shipping: '5', net: '76.01' }, /more than amount/],
  ['net', { net: '100.01' }, /more than amount/],
])('an error about %s of %j names it', async (field, parts, message) => {
  const shop = await aShop();
  const answer = await report(shop, [anApiOrder('A-0', 1), anApiOrder('A-1', '100.00', parts)]);
  expectError(answer, 400, 'invalid-request', `1.${field}`);
  expect(answer.json().error.message).toMatch(message);
  expect(await partsOf(shop, 'A-0')).toBeUndefined();
});

test('a repeated order adds parts once, and does not change them', async () => {
  const shop = await aShop();
  const order = anApiOrder('A-1', '100.00');
  expect(resultsOf(await report(shop, order))).toEqual(['recorded']);
  expect(resultsOf(await report(shop, { ...order, tax: '16.00' }))).toEqual(['changed']);
  expect(resultsOf(await report(shop, { ...order, tax: 16 }))).toEqual(['unchanged']);
  expect(resultsOf(await report(shop, { ...order, shipping: '4.00' }))).toEqual(['changed']);
  expect(resultsOf(await report(shop, order))).toEqual(['unchanged']);
  expect(await partsOf(shop, 'A-1')).toEqual(['16.00', '4.00', null]);
  expectError(await report(shop, { ...order, tax: '15.00' }), 409, 'order-amount-differs', 'tax');
  expectError(await report(shop, { ...order, net: '80.01' }), 409, 'order-amount-differs', 'net');
  expect(await partsOf(shop, 'A-1')).toEqual(['16.00', '4.00', null]);
});

test('an order that a page reported gets the parts with which it is verified', async () => {
  const shop = await aShop();
  await track(t.app, anOrder(shop.companyId, 'A-1', 99), { origin: publicOrigin });
  await report(shop, anApiOrder('A-1', '100.00', { tax: '16.00' }));
  expect(await partsOf(shop, 'A-1')).toEqual(['16.00', null, null]);
});

test('a later delivery of a provider replaces parts, an earlier one adds what is missing', async () => {
  const shop = await aShop();
  const connection = await aConnection(t, shop.companyId, 'woocommerce');
  const deliver = (minutes: number, given: object) =>
    sendDelivery(t.app, connection, wooDelivery('updated', minutes, given));
  const without = { total_tax: undefined, shipping_total: undefined };
  await deliver(10, { total: '100.00', ...without });
  expect(await partsOf(shop, '727')).toEqual([null, null, null]);
  await deliver(5, { total: '100.00', total_tax: '7.00', shipping_total: '3.00' });
  expect(await partsOf(shop, '727')).toEqual(['7.00', '3.00', '90.00']);
  await deliver(20, { total: '100.00', total_tax: '8.00', shipping_total: '3.00' });
  expect(await partsOf(shop, '727')).toEqual(['8.00', '3.00', '89.00']);
  await deliver(15, { total: '100.00', total_tax: '1.00', shipping_total: '3.00' });
  expect(await partsOf(shop, '727')).toEqual(['8.00', '3.00', '89.00']);
  // Parts of an earlier amount go with it.
  await deliver(30, { total: '50.00', ...without });
  expect(await partsOf(shop, '727')).toEqual([null, null, null]);
});
