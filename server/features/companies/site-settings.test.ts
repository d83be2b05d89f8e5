import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditLog } from '../../../contract/admin.ts';
import { adminCompanies, companyListMax, portalCompany } from '../../../contract/company/companies.ts';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { anAdmin, send } from '../../testing/accounts/accounts.ts';
import { aCompany, anOrder, aViewerCookie, track } from '../../testing/builders.ts';
import { expectAccepted, expectError } from '../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { createCompanyCache } from './company-cache.ts';

let t: TestApp;
let cookie: string;
beforeAll(async () => {
  t = await buildTestApp();
  ({ cookie } = await anAdmin(t));
});
afterAll(() => t.close());

const change = (companyId: string, body: object) => {
  const unchanged = { name: 'Test Shop', domain: 'shop.test', description: '', allowDuplicate: true };
  return send(t, apiPaths.company(companyId), { ...unchanged, ...body }, { method: 'PATCH', cookie });
};
const showPortal = async (companyId: string, viewer: string) => {
  const answer = await t.app.inject({ url: apiPaths.company(companyId), headers: { cookie: viewer } });
  return portalCompany.strict().parse(answer.json());
};
async function showAdmin(companyId: string) {
  const answer = await t.app.inject({ url: apiPaths.companies, headers: { cookie } });
  return adminCompanies.parse(answer.json()).companies.find(({ id }) => id === companyId);
}

const lists = {
  hostNames: [
    'https://Blog.Shop.test/news',
    '*.shop.test',
    'www.shop.example',
    'bücher.test',
    '*.bücher.test',
  ],
  excludedPaths: ['/intern/*', '*/preview', '/größe'],
  excludedAddresses: ['::ffff:192.0.2.9', '203.0.113.77/24', '2001:DB8:0:0::1/32', '192.0.2.9'],
};

test('lists are stored in one form, without repetitions, and shown to administrators', async () => {
  const { company } = await aCompany(t.db);
  const answer = await change(company.id, lists);
  expect(answer.statusCode, answer.body).toBe(200);
  const stored = await t.db.query('SELECT host_names, excluded_addresses FROM companies WHERE id = $1', [
    company.id,
  ]);
  expect(stored.rows).toEqual([
    {
      host_names: [
        'blog.shop.test',
        '*.shop.test',
        'shop.example',
        'xn--bcher-kva.test',
        '*.xn--bcher-kva.test',
      ],
      excluded_addresses: ['192.0.2.9', '203.0.113.0/24', '2001:db8::/32'],
    },
  ]);
  const shown = await showAdmin(company.id);
  expect(shown).toMatchObject({
    hostNames: ['blog.shop.test', '*.shop.test', 'shop.example', 'bücher.test', '*.bücher.test'],
    excludedPaths: lists.excludedPaths,
    excludedAddresses: ['192.0.2.9', '203.0.113.0/24', '2001:db8::/32'],
    hasOrders: false,
  });
  // The shown settings can be sent back.
  const { hostNames, excludedPaths, excludedAddresses } = shown ?? {};
  await change(company.id, { hostNames, excludedPaths, excludedAddresses });
  expect(await showAdmin(company.id)).toEqual(shown);
  // Absent lists stay, empty lists are cleared.
  await change(company.id, { excludedPaths: [] });
  expect(await showAdmin(company.id)).toMatchObject({ hostNames, excludedPaths: [], excludedAddresses });
});

test('portal viewers see hosts, week start, which orders count and their right, but not what is left out', async () => {
  const { company, accessKey } = await aCompany(t.db);
  const viewer = await aViewerCookie(t.app, accessKey);
  expect(await showPortal(company.id, viewer)).toMatchObject({
    hostNames: [],
    weekStart: 1,
    countsOnlyVerified: false,
  });
  await change(company.id, { ...lists, weekStart: 7, countsOnlyVerified: true });
  const shown = await showPortal(company.id, viewer);
  expect(shown).toMatchObject({ weekStart: 7, countsOnlyVerified: true });
  expect(shown.hostNames).toContain('*.shop.test');
  expect(Object.keys(shown)).not.toEqual(expect.arrayContaining(['excludedPaths']));
  expect(Object.keys(shown)).not.toEqual(expect.arrayContaining(['excludedAddresses']));
});

const tooMany = (field: keyof typeof companyListMax, entry: string) =>
  [field, Array.from({ length: companyListMax[field] + 1 }, () => entry), field] as const;

test.each([
  ['hostNames', ['shop.test', '*.com'], 'hostNames.1'],
  ['hostNames', ['*'], 'hostNames.0'],
  ['hostNames', ['*.'], 'hostNames.0'],
  ['hostNames', ['*.localhost'], 'hostNames.0'],
  ['hostNames', ['*.192.0.2.1'], 'hostNames.0'],
  ['hostNames', ['*.www.shop.test'], 'hostNames.0'],
  ['hostNames', ['blog.*.test'], 'hostNames.0'],
  ['hostNames', ['*shop.test'], 'hostNames.0'],
  ['hostNames', ['*.*.shop.test'], 'hostNames.0'],
  ['hostNames', ['a b.test'], 'hostNames.0'],
  ['hostNames', ['ada@shop.test'], 'hostNames.0'],
  ['hostNames', [''], 'hostNames.0'],
  ['hostNames', ['shop.test\0'], 'hostNames.0'],
  ['hostNames', `${'x'.repeat(400)}.test`, 'hostNames'],
  ['hostNames', null, 'hostNames'],
  tooMany('hostNames', 'shop.test'),
  ['excludedPaths', ['intern'], 'excludedPaths.0'],
  ['excludedPaths', ['/a', `/${'*'.repeat(11)}`], 'excludedPaths.1'],
  ['excludedPaths', [`/${'a'.repeat(501)}`], 'excludedPaths.0'],
  ['excludedPaths', ['/\ud800'], 'excludedPaths.0'],
  tooMany('excludedPaths', '/a'),
  ['excludedAddresses', ['192.0.2.1', '192.0.2.256'], 'excludedAddresses.1'],
  ['excludedAddresses', ['0.0.0.0/0'], 'excludedAddresses.0'],
  ['excludedAddresses', ['::/0'], 'excludedAddresses.0'],
  ['excludedAddresses', ["192.0.2.1'; DROP TABLE companies"], 'excludedAddresses.0'],
  tooMany('excludedAddresses', '192.0.2.1'),
  ['weekStart', 0, 'weekStart'],
  ['weekStart', 8, 'weekStart'],
  ['weekStart', 1.5, 'weekStart'],
  ['weekStart', '1', 'weekStart'],
  ['countsOnlyVerified', 1, 'countsOnlyVerified'],
  ['currency', 'DEM', 'currency'],
  ['currency', 'eur', 'currency'],
  ['currency', '', 'currency'],
] as const)('the setting %s: %j is rejected and changes nothing', async (field, value, named) => {
  const { company } = await aCompany(t.db);
  const before = await showAdmin(company.id);
  const answer = await change(company.id, { [field]: value });
  expectError(answer, 400, 'invalid-request');
  expect(errorBody.parse(answer.json()).error.field).toBe(named);
  expect(await showAdmin(company.id)).toEqual(before);
});

test('the currency changes until the first order', async () => {
  const { company } = await aCompany(t.db, { currency: 'USD' });
  expect((await change(company.id, { currency: 'JPY' })).json()).toMatchObject({ currency: 'JPY' });
  expectAccepted(await track(t.app, anOrder(company.id, 'A-1', 900)), 1);
  const refused = await change(company.id, { currency: 'EUR', weekStart: 7 });
  expectError(refused, 409, 'currency-fixed');
  expect(errorBody.parse(refused.json()).error.field).toBe('currency');
  expect(await showAdmin(company.id)).toMatchObject({ currency: 'JPY', weekStart: 1, hasOrders: true });
  expect((await change(company.id, { currency: 'JPY', weekStart: 7 })).statusCode).toBe(200);

  const body = { orderId: 'A-1', amount: null };
  const removed = await send(t, apiPaths.correctShopOrder(company.id), body, { cookie });
  expect(removed.statusCode, removed.body).toBeLessThan(300);
  expect(await showAdmin(company.id)).toMatchObject({ hasOrders: false });
  expect((await change(company.id, { currency: 'EUR' })).statusCode).toBe(200);
});

test('of two changes of the currency at once, the second sees the first', async () => {
  const { company } = await aCompany(t.db);
  const answers = await Promise.all(
    ['EUR', 'GBP', 'KWD'].map((currency) => change(company.id, { currency })),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  const log = await t.app.inject({ url: apiPaths.auditLog, headers: { cookie } });
  const texts = auditLog
    .parse(log.json())
    .entries.slice(0, 3)
    .map(({ object }) => /currency (\w+) to (\w+)/.exec(object)?.slice(1) ?? []);
  // Newest first: each begins where the one before ended.
  expect(texts[2]?.[0]).toBe('USD');
  expect(texts[1]?.[0]).toBe(texts[2]?.[1]);
  expect(texts[0]?.[0]).toBe(texts[1]?.[1]);
});

test('the audit log names the settings before and after', async () => {
  const { company } = await aCompany(t.db, { name: 'Logged' });
  const excludedAddresses = Array.from({ length: 7 }, (_, index) => `192.0.2.${index}`);
  await change(company.id, {
    name: 'Logged',
    hostNames: ['*.shop.test'],
    excludedPaths: ['/intern/*'],
    excludedAddresses,
    weekStart: 7,
    countsOnlyVerified: true,
    currency: 'EUR',
  });
  const log = await t.app.inject({ url: apiPaths.auditLog, headers: { cookie } });
  const [entry] = auditLog.parse(log.json()).entries;
  expect(entry?.object).toBe(
    'Logged: host names none to [*.shop.test], currency USD to EUR, week start Monday to Sunday, ' +
      'excluded paths none to [/intern/*], ' +
      'excluded addresses none to [192.0.2.0 192.0.2.1 192.0.2.2 192.0.2.3 192.0.2.4 and 2 more], ' +
      'only verified orders off to on',
  );
});

test('a company that changes while tracking looks it up is looked up again', async () => {
  const { company } = await aCompany(t.db);
  const cache = createCompanyCache(t.db);
  const change = () => cache.onNotification({ kind: 'company-changed', companyId: company.id });
  const found = cache.find(company.id);
  change();
  expect((await found)?.hasHost('shop.test')).toBe(true);
  const unknownId = company.id.replace(/^.{8}/, '00000000');
  const missing = cache.find(unknownId);
  cache.onNotification({ kind: 'company-changed', companyId: unknownId });
  expect(await missing).toBeUndefined();
});
