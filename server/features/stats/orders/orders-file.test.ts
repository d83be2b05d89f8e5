import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiPaths } from '../../../../contract/paths.ts';
import { addDecimals } from '../../../../contract/rules/decimal.ts';
import { statsSummary } from '../../../../contract/stats/answers.ts';
import { aViewerWith } from '../../../testing/access/a-viewer-with.ts';
import { aCompany, aViewerCookie } from '../../../testing/builders.ts';
import { repeatWhileBusy } from '../../../testing/requests/repeat-while-busy.ts';
import { anOrderToken } from '../../../testing/shop/a-token.ts';
import { anApiOrder, openOrderApi, resultsOf } from '../../../testing/shop/order-api.ts';
import { parseCsv } from '../../../testing/stats/read-orders-file.ts';
import { aLoadedEvent } from '../../../testing/stats/stats-fixture.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { type LoadedEvent, loadEvents } from '../../tracking/import/bulk-load.ts';

let t: TestApp;
let base: string;
beforeAll(async () => {
  t = await buildTestApp();
  base = await t.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => t.close());

async function aShop(settings: Parameters<typeof aCompany>[1] = {}) {
  const { company, accessKey } = await aCompany(t.db, { currency: 'USD', ...settings });
  const companyId = company.id;
  const cookie = await aViewerCookie(t.app, accessKey);
  const get = (url: string) => repeatWhileBusy(() => t.app.inject({ url, headers: { cookie } }));
  const toUrl = (query: string) => `${apiPaths.portalOrdersFile(companyId)}?${query}`;
  return {
    companyId,
    cookie,
    get,
    toUrl,
    load: (rows: LoadedEvent[]) =>
      loadEvents({ db: t.db, ownerUrl: t.databaseUrl }, companyId, rows, { now: new Date() }),
    async read(query: string) {
      const answer = await get(toUrl(query));
      expect(answer.statusCode, answer.body).toBe(200);
      return parseCsv(answer.body);
    },
    async revenueOf(query: string) {
      const answer = await get(`${apiPaths.statsSummary(companyId)}?${query}`);
      return statsSummary.parse(answer.json()).metrics.revenue?.value;
    },
  };
}

const sumOf = (rows: Record<string, string>[]) =>
  addDecimals(
    rows.map(({ amount }) => amount || '0'),
    2,
  );

const order = (orderId: string, at: string, amount: string, given: Partial<LoadedEvent> = {}) =>
  aLoadedEvent(null, new Date(at), {
    kind: 'order',
    order_id: orderId,
    amount,
    reported_by: 'verified',
    ...given,
  });
const refund = (orderId: string, refundId: string, at: string, amount: string) =>
  aLoadedEvent(null, new Date(at), { kind: 'refund', order_id: orderId, amount, event_name: refundId });

const october = 'from=2026-10-01&to=2026-10-31';
const november = 'from=2026-11-01&to=2026-11-30';

test('a month has its orders and refunds in the company’s time zone, and adds up to the card', async () => {
  const shop = await aShop({ timeZone: 'America/New_York' });
  await shop.load([
    // Still 30 September in New York.
    order('S-1', '2026-10-01T03:59:59Z', '1000.00'),
    order('O-1', '2026-10-01T04:00:00Z', '10.10'),
    order('O-2', '2026-10-15T12:00:00Z', '20.20', { reported_by: 'page' }),
    refund('S-1', 'R-1', '2026-10-20T12:00:00Z', '300.00'),
    // 23:30 on the 31st.
    order('O-3', '2026-11-01T03:30:00Z', '0.01'),
    refund('O-1', 'R-2', '2026-11-01T04:30:00Z', '5.05'),
  ]);
  const rows = await shop.read(october);
  expect(
    rows.map((row) => [row['counted-on'], row.kind, row['order-id'], row['refund-id'], row.amount]),
  ).toEqual([
    ['2026-10-01', 'order', 'O-1', '', '10.10'],
    ['2026-10-15', 'order', 'O-2', '', '20.20'],
    ['2026-10-20', 'refund', 'S-1', 'R-1', '-300.00'],
    ['2026-10-31', 'order', 'O-3', '', '0.01'],
  ]);
  expect(rows[0]).toMatchObject({
    ...{ date: '2026-10-01', time: '00:00:00', at: '2026-10-01T00:00:00-04:00', currency: 'USD' },
    ...{ 'counted-as': 'verified', 'reported-by': 'api' },
  });
  expect(rows[1]).toMatchObject({ 'counted-as': 'reported', 'reported-by': 'page' });
  expect([sumOf(rows), await shop.revenueOf(october)]).toEqual(['-269.69', '-269.69']);
  expect([sumOf(await shop.read(november)), await shop.revenueOf(november)]).toEqual(['-5.05', '-5.05']);
  const verified = `${october}&orders=verified`;
  expect([sumOf(await shop.read(verified)), await shop.revenueOf(verified)]).toEqual(['-289.89', '-289.89']);
});

test('the name of the file is the month, or the first and the last day', async () => {
  const shop = await aShop();
  const nameOf = async (query: string) =>
    /filename="(.+)"/.exec(String((await shop.get(shop.toUrl(query))).headers['content-disposition']))?.[1];
  expect(await nameOf(october)).toBe('orders-2026-10.csv');
  expect(await nameOf('from=2026-10-02&to=2026-10-31')).toBe('orders-2026-10-02-to-2026-10-31.csv');
  expect(await nameOf('from=2026-10-01&to=2026-11-30')).toBe('orders-2026-10-01-to-2026-11-30.csv');
  expect(await shop.read(october)).toEqual([]);
});

test('parts of amounts are listed, and other currencies have separate columns', async () => {
  const shop = await aShop();
  const { report, refund: refundOrder } = openOrderApi(t);
  const key = await anOrderToken(t, shop.companyId);
  const asShop = { companyId: shop.companyId, key };
  resultsOf(
    await report(asShop, [
      anApiOrder('A-1', '119.00', { tax: '19.00', shipping: '5.00', net: '95.00' }),
      anApiOrder('A-2', '10.00'),
      anApiOrder('B-1', '24', { currency: 'GBP', tax: '4' }),
      anApiOrder('C-1', 1_000, { currency: 'JPY' }),
    ]),
  );
  await refundOrder(asShop, 'A-1', { refundId: 'R-1', amount: '19.00' });
  await refundOrder(asShop, 'B-1', { refundId: 'R-1', amount: '4.00' });
  const rows = await shop.read('period=7d');
  const cellsOf = (kind: string, id: string) => {
    const row = rows.find((each) => each.kind === kind && each['order-id'] === id) ?? {};
    const names = [
      'amount',
      'currency',
      'tax',
      'shipping',
      'net',
      'other-currency-amount',
      'other-currency-tax',
    ];
    return names.map((name) => row[name]);
  };
  expect(cellsOf('order', 'A-1')).toEqual(['119.00', 'USD', '19.00', '5.00', '95.00', '', '']);
  expect(cellsOf('order', 'A-2')).toEqual(['10.00', 'USD', '', '', '', '', '']);
  expect(cellsOf('order', 'B-1')).toEqual(['', 'GBP', '', '', '', '24.00', '4.00']);
  expect(cellsOf('order', 'C-1')).toEqual(['', 'JPY', '', '', '', '1000', '']);
  expect(cellsOf('refund', 'A-1')).toEqual(['-19.00', 'USD', '', '', '', '', '']);
  expect(cellsOf('refund', 'B-1')).toEqual(['', 'GBP', '', '', '', '-4.00', '']);
  expect([sumOf(rows), await shop.revenueOf('period=7d')]).toEqual(['110.00', '110.00']);
});

test('every order is in the file, however many there are', async () => {
  const shop = await aShop();
  const ofMinute = (n: number) => new Date(Date.UTC(2026, 9, 5) + n * 60_000).toISOString();
  await shop.load(Array.from({ length: 2_501 }, (_, n) => order(`A-${n}`, ofMinute(n), '1.10')));
  const rows = await shop.read(october);
  expect(rows).toHaveLength(2_501);
  expect(new Set(rows.map((row) => row['order-id'])).size).toBe(2_501);
  expect([sumOf(rows), await shop.revenueOf(october)]).toEqual(['2751.10', '2751.10']);
  const found = await shop.read(`${october}&search=A-250`);
  expect(found.map((row) => row['order-id'])).toEqual(['A-250', 'A-2500']);
});

test('ids from a shop cannot start a formula, add a cell or a row', async () => {
  const shop = await aShop();
  const { report } = openOrderApi(t);
  const key = await anOrderToken(t, shop.companyId);
  const ids = ['=HYPERLINK("http://evil.test")', '+1', '@SUM(1)', '1;=cmd', 'a","b', 'ünï–☃'];
  resultsOf(
    await report(
      { companyId: shop.companyId, key },
      ids.map((id) => anApiOrder(id, '1.00')),
    ),
  );
  const answer = await shop.get(shop.toUrl('period=7d'));
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.body.startsWith('\u{FEFF}"counted-on"')).toBe(true);
  const read = parseCsv(answer.body).map((row) => row['order-id']);
  expect(read.toSorted()).toEqual(
    [`'=HYPERLINK("http://evil.test")`, `'+1`, `'@SUM(1)`, `1;'=cmd`, 'a","b', 'ünï–☃'].toSorted(),
  );
});

test.each(['limit=1000', 'page=2', 'from=2026-10-31&to=2026-10-01', 'period=never'])(
  'a file of %s is refused',
  async (query) => {
    const shop = await aShop();
    expect((await shop.get(shop.toUrl(query))).statusCode).toBe(400);
  },
);

test('a file that cannot be completed ends with a broken connection, and leaves nothing behind', async () => {
  const shop = await aShop();
  await shop.load([order('A-1', '2026-10-05T10:00:00Z', '1.00')]);
  await t.db.query('ALTER TABLE shop_orders RENAME COLUMN verified_by TO renamed');
  try {
    const answer = await fetch(base + shop.toUrl(october), { headers: { cookie: shop.cookie } });
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
  } finally {
    await t.db.query('ALTER TABLE shop_orders RENAME COLUMN renamed TO verified_by');
  }
  expect(await shop.read(october)).toHaveLength(1);
  const folder = join(t.config.dataDir, 'segments', 'tmp');
  const listFiles = async () => (await readdir(folder)).filter((name) => name.endsWith('.json'));
  await expect.poll(listFiles).toEqual([]);
});

test('without the right to see money, the file has its rows and columns, and no amount', async () => {
  const shop = await aShop();
  await shop.load([order('A-1', '2026-10-05T10:00:00Z', '7319.53')]);
  const cookie = await aViewerWith(t, shop.companyId, { rights: ['orders', 'export'] });
  const url = shop.toUrl('from=2026-10-01&to=2026-10-31');
  const answer = await repeatWhileBusy(() => t.app.inject({ url, headers: { cookie } }));
  const [row, ...others] = parseCsv(answer.body);
  expect(others).toEqual([]);
  expect(row).toMatchObject({ kind: 'order', 'order-id': 'A-1', amount: '', net: '', currency: 'USD' });
  expect(answer.body).not.toContain('7319');
});
