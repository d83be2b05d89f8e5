import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiPaths } from '../../../../contract/paths.ts';
import { orderPage, portalOrders } from '../../../../contract/shop/portal-orders.ts';
import { statsSummary } from '../../../../contract/stats/answers.ts';
import { aViewerWith } from '../../../testing/access/a-viewer-with.ts';
import { aCompany, anOrder, aPageview, aViewerCookie, track } from '../../../testing/builders.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { repeatWhileBusy } from '../../../testing/requests/repeat-while-busy.ts';
import { anOrderToken } from '../../../testing/shop/a-token.ts';
import { aConnection, sendDelivery } from '../../../testing/shop/shop-deliveries.ts';
import { wooDelivery } from '../../../testing/shop/woocommerce-samples.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());

const fromPage = { origin: 'https://shop.test' };
const visitor = { visitorId: 'b1', sessionId: 's1' };

/**
 * A shop with a visit from a campaign that ordered A-1, which a server verified and refunded in part; B-1, which only a page
 * reported; and C-1 of a server, without a visit and in pounds.
 */
async function aShop() {
  const { company, accessKey } = await aCompany(t.db);
  const companyId = company.id;
  const key = await anOrderToken(t, companyId);
  const cookie = await aViewerCookie(t.app, accessKey);
  const view = (path: string, more: object = {}) => {
    const event = aPageview(companyId, { url: `https://shop.test${path}` });
    return { ...event, metadata: { ...event.metadata, ...visitor, ...more } };
  };
  const order = (orderId: string, amount: number) => {
    const event = anOrder(companyId, orderId, amount);
    return { ...event, metadata: { ...event.metadata, ...visitor, url: 'https://shop.test/thanks' } };
  };
  await track(t.app, view('/', { utmSource: 'letter', utmCampaign: 'spring' }), fromPage);
  await track(t.app, view('/checkout'), fromPage);
  await track(t.app, order('A-1', 99), fromPage);
  await track(t.app, order('B-1', 5), fromPage);
  const api = (url: string, payload: unknown) =>
    t.app.inject({
      ...{
        method: 'POST',
        url,
        headers: { authorization: `Bearer ${key}` },
        payload: JSON.stringify(payload),
      },
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    });
  const report = (orderId: string, amount: string, more: object = {}) =>
    api(apiPaths.apiOrders, {
      ...{ orderId, amount, currency: 'USD', occurredAt: new Date().toISOString() },
      ...more,
    });
  await report('A-1', '100.00', { items: [{ name: 'Chair', quantity: 2, price: '50' }] });
  await report('C-1', '20.00', { currency: 'GBP' });
  await api(apiPaths.apiRefunds('A-1'), { refundId: 'R-1', amount: '30.00' });
  const get = (url: string) => repeatWhileBusy(() => t.app.inject({ url, headers: { cookie } }));
  const list = async (query = '') =>
    portalOrders.parse((await get(`${apiPaths.portalOrders(companyId)}?period=7d${query}`)).json());
  const find = (orderId: string) =>
    get(`${apiPaths.orderPage(companyId)}?orderId=${encodeURIComponent(orderId)}`);
  const summarize = async (query = '') =>
    statsSummary.parse((await get(`${apiPaths.statsSummary(companyId)}?period=7d${query}`)).json());
  return { companyId, get, list, find, summarize, api, report };
}

test('orders are listed with their visit, state and who reported them', async () => {
  const shop = await aShop();
  const { orders, rowCount } = await shop.list();
  expect(rowCount).toBe(3);
  const byId = new Map(orders.map((order) => [order.orderId, order]));
  expect(byId.get('A-1')).toMatchObject({
    ...{ amount: '100.00', refunded: '30.00', currency: 'USD', state: 'partly-refunded' },
    ...{ isVerified: true, reporter: 'api', campaign: 'spring', pageBefore: '/checkout' },
  });
  expect(byId.get('B-1')).toMatchObject({ state: 'paid', isVerified: false, reporter: 'page' });
  expect(byId.get('C-1')).toMatchObject({ currency: 'GBP', amount: '20.00', source: null, pageBefore: null });
  const ids = async (query: string) => (await shop.list(query)).orders.map(({ orderId }) => orderId);
  expect((await ids('&orders=verified')).sort()).toEqual(['A-1', 'C-1']);
  expect((await ids('&filter=utm-campaign:is:spring')).sort()).toEqual(['A-1', 'B-1']);
  expect((await ids('&filter=page:is:/checkout')).sort()).toEqual(['A-1', 'B-1']);
  expect(await ids('&filter=saw-page:is-not:/checkout')).toEqual([]);
  expect(await ids('&search=b-')).toEqual(['B-1']);
  expect((await shop.list('&limit=1&page=2')).orders).toHaveLength(1);
  expect((await shop.list('&limit=1&page=9')).rowCount).toBe(3);
});

test('cards count orders, with other currencies and reported ones apart', async () => {
  const shop = await aShop();
  const { metrics, otherCurrencies, ordersCounted } = await shop.summarize();
  expect(ordersCounted).toBe('all');
  expect(otherCurrencies).toEqual([{ currency: 'GBP', orders: 1, revenue: '20.00' }]);
  const values = (found: typeof metrics) =>
    Object.fromEntries(Object.entries(found).map(([name, metric]) => [name, metric?.value]));
  expect(values(metrics)).toMatchObject({
    ...{ orders: 3, revenue: '75.00', refunds: '30.00', 'verified-orders': 2, 'verified-revenue': '70.00' },
    ...{ 'average-order-value': '52.50', 'orders-per-visitor': 3, 'revenue-per-visit': '75.00' },
  });
  const verified = await shop.summarize('&orders=verified');
  expect(values(verified.metrics)).toMatchObject({ orders: 2, revenue: '70.00' });
  await t.db.query('UPDATE companies SET counts_only_verified = true WHERE id = $1', [shop.companyId]);
  const forced = await shop.summarize();
  expect(forced.ordersCounted).toBe('verified');
  expect(values(forced.metrics)).toMatchObject({ orders: 2, revenue: '70.00' });
});

test('the refund counts under the campaign of its order', async () => {
  const shop = await aShop();
  const revenueOf = async (filter: string) =>
    (await shop.summarize(`&filter=${filter}`)).metrics.revenue?.value;
  expect(await revenueOf('utm-campaign:is:spring')).toBe('75.00');
  expect(await revenueOf('utm-campaign:is:autumn')).toBe('0.00');
  // Under a filter on pages nothing is subtracted.
  expect(await revenueOf('page:is:/checkout')).toBe('105.00');
});

test('the page of an order has its history', async () => {
  const shop = await aShop();
  const page = orderPage.parse((await shop.find('A-1')).json());
  expect(page).toMatchObject({ status: 'paid', order: { orderId: 'A-1', pageBefore: '/checkout' } });
  expect(page.items).toEqual([{ name: 'Chair', quantity: 2, price: '50' }]);
  expect(page.history.map(({ kind, reporter, amount }) => [kind, reporter, amount])).toEqual([
    ['reported', 'page', '99.00'],
    ['verified', 'api', '100.00'],
    ['refund', 'api', '30.00'],
  ]);
  await shop.report('D-1', '7.00', { status: 'pending' });
  expect((await shop.find('D-1')).json()).toMatchObject({ status: 'pending', order: null });
  expectError(await shop.find('nothing'), 404, 'not-found');
});

test('an order whose amount changed twice still shows the amount with which it was verified', async () => {
  const shop = await aShop();
  const connection = await aConnection(t, shop.companyId, 'woocommerce');
  for (const [minutes, total] of [
    [0, '100.00'],
    [10, '90.00'],
    [20, '80.00'],
  ] as const)
    await sendDelivery(t.app, connection, wooDelivery('updated', minutes, { total }));
  const page = orderPage.parse((await shop.find('727')).json());
  expect(page.order).toMatchObject({ amount: '80.00' });
  expect(page.history.map(({ kind, reporter, amount }) => [kind, reporter, amount])).toEqual([
    ['verified', 'woocommerce', '100.00'],
    ['amount-changed', 'woocommerce', '90.00'],
    ['amount-changed', 'woocommerce', '80.00'],
  ]);
});

test('the file cannot start a formula', async () => {
  const shop = await aShop();
  await shop.report('=HYPERLINK("http://evil.test")', '1.00');
  const { body, headers } = await shop.get(`${apiPaths.portalOrdersFile(shop.companyId)}?period=7d`);
  expect(headers['content-type']).toMatch(/^text\/csv/);
  expect(body).toContain(`"'=HYPERLINK(""http://evil.test"")"`);
  expect(body.split('\r\n')[0]).toContain('order-id');
});

test('under a fixed filter, there are only the orders whose visit matches', async () => {
  const { companyId } = await aShop();
  const cookie = await aViewerWith(t, companyId, {
    rights: ['orders', 'money'],
    filters: ['utm-campaign:is:spring'],
  });
  const get = (url: string) => repeatWhileBusy(() => t.app.inject({ url, headers: { cookie } }));
  const find = (orderId: string) => get(`${apiPaths.orderPage(companyId)}?orderId=${orderId}`);
  const listed = portalOrders.parse((await get(`${apiPaths.portalOrders(companyId)}?period=7d`)).json());
  expect(listed.orders.map(({ orderId }) => orderId).sort()).toEqual(['A-1', 'B-1']);
  expect(orderPage.parse((await find('A-1')).json())).toMatchObject({ order: { amount: '100.00' } });
  // Without a visit, as an order that is not stored.
  const missing = await find('none');
  expectError(await find('C-1'), 404, 'not-found');
  expect((await find('C-1')).body).toBe(missing.body);
});

test('without the right to see money, an order has a state and no amount', async () => {
  const { companyId } = await aShop();
  const cookie = await aViewerWith(t, companyId, { rights: ['orders'] });
  const url = `${apiPaths.orderPage(companyId)}?orderId=A-1`;
  const page = orderPage.parse((await t.app.inject({ url, headers: { cookie } })).json());
  expect(page.order).toMatchObject({ amount: null, refunded: null, tax: null, state: 'partly-refunded' });
  expect(page.items).toEqual([{ name: 'Chair', quantity: 2 }]);
  expect(page.refunds).toMatchObject([{ refundId: 'R-1', amount: null }]);
  expect(page.history.length).toBeGreaterThan(1);
  expect(page.history.every(({ amount }) => amount === null)).toBe(true);
});
