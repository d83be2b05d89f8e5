import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditLog } from '../../../contract/admin.ts';
import { adminCompany, company, portalCompany } from '../../../contract/company/companies.ts';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { startNotificationListener } from '../../db/notifications/notification-listener.ts';
import { anAdmin, send } from '../../testing/accounts/accounts.ts';
import { aCompany, aPageview, aViewerCookie, track } from '../../testing/builders.ts';
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

const create = (body: object) =>
  send(
    t,
    apiPaths.companies,
    { name: 'Shop', domain: 'shop.test', allowDuplicate: true, ...body },
    { cookie },
  );
const change = (companyId: string, body: object) => {
  const unchanged = { name: 'Test Shop', domain: 'shop.test', description: '', allowDuplicate: true };
  return send(t, apiPaths.company(companyId), { ...unchanged, ...body }, { method: 'PATCH', cookie });
};
const show = async (companyId: string, cookie: string) => {
  const answer = await t.app.inject({ url: apiPaths.company(companyId), headers: { cookie } });
  return portalCompany.strict().parse(answer.json());
};

test('a company is created with the time zone and the settings of the request', async () => {
  const settings = { timeZone: 'Asia/Kolkata', storesVisitorId: false, hasHashRouting: true };
  const created = adminCompany.strict().parse((await create(settings)).json());
  expect(created).toMatchObject(settings);
  expect(await show(created.id, cookie)).toMatchObject(settings);
});

test('without settings a company counts in UTC, stores visitor ids and ignores fragments', async () => {
  const created = await create({});
  expect(created.statusCode, created.body).toBe(201);
  expect(created.json()).toMatchObject({ timeZone: 'UTC', storesVisitorId: true, hasHashRouting: false });
});

test('an old name of a time zone is stored as the current one', async () => {
  expect((await create({ timeZone: 'Asia/Calcutta' })).json()).toMatchObject({ timeZone: 'Asia/Kolkata' });
});

test('portal viewers see currency and time zone of the company', async () => {
  const { company, accessKey } = await aCompany(t.db, { timeZone: 'America/New_York', currency: 'EUR' });
  const shown = await show(company.id, await aViewerCookie(t.app, accessKey));
  expect(shown).toMatchObject({ timeZone: 'America/New_York', currency: 'EUR', viewedAs: 'viewer' });
});

test('settings can be changed, and those that are absent stay', async () => {
  const { company: before } = await aCompany(t.db, { timeZone: 'Europe/London', hasHashRouting: true });
  const changed = await change(before.id, { timeZone: 'europe/paris' });
  expect(company.strict().parse(changed.json())).toMatchObject({
    timeZone: 'Europe/Paris',
    storesVisitorId: true,
    hasHashRouting: true,
  });
  await change(before.id, { storesVisitorId: false, hasHashRouting: false });
  expect(await show(before.id, cookie)).toMatchObject({
    timeZone: 'Europe/Paris',
    storesVisitorId: false,
    hasHashRouting: false,
  });
});

const badSettings: [field: string, value: unknown][] = [
  ['timeZone', 'Europe/Nowhere'],
  ['timeZone', '+05:30'],
  ['timeZone', ''],
  ['timeZone', null],
  ['timeZone', 1],
  ['timeZone', ['Europe/London']],
  ['timeZone', 'Europe/London\0'],
  ['timeZone', "'; DROP TABLE companies; --"],
  ['timeZone', 'x'.repeat(20_000)],
  ['storesVisitorId', 'false'],
  ['storesVisitorId', null],
  ['hasHashRouting', 1],
];

test.each(badSettings)(
  'the setting %s: %j is rejected at its field and changes nothing',
  async (field, value) => {
    const { company } = await aCompany(t.db, { timeZone: 'Europe/London' });
    const before = await show(company.id, cookie);
    for (const answer of [await create({ [field]: value }), await change(company.id, { [field]: value })]) {
      expectError(answer, 400, 'invalid-request');
      expect(errorBody.parse(answer.json()).error.field).toBe(field);
    }
    expect(await show(company.id, cookie)).toEqual(before);
  },
);

test('the audit log names the settings that were changed', async () => {
  const { company } = await aCompany(t.db, { name: 'Logged', timeZone: 'UTC' });
  await change(company.id, { name: 'Logged', timeZone: 'Europe/Oslo', storesVisitorId: false });
  await change(company.id, { name: 'Logged', hasHashRouting: true, domain: 'www.new.test' });
  await change(company.id, { name: 'Logged', domain: 'new.test' });
  const answer = await t.app.inject({ url: apiPaths.auditLog, headers: { cookie } });
  const entries = auditLog.parse(answer.json()).entries.filter(({ action }) => action === 'company.changed');
  expect(entries.slice(0, 3).map(({ object }) => object)).toEqual([
    'Logged',
    'Logged: domain shop.test to new.test, hash routing off to on',
    'Logged: time zone UTC to Europe/Oslo, visitor ids on to off',
  ]);
});

test('tracking in every process uses changed settings within a moment', async () => {
  const { company } = await aCompany(t.db, { timeZone: 'Europe/London' });
  const cache = createCompanyCache(t.db);
  const ignore = () => undefined;
  const listener = await startNotificationListener({
    url: t.databaseUrl,
    onNotification: cache.onNotification,
    onUnknown: ignore,
    onReconnect: ignore,
    onError: ignore,
  });
  expect(await cache.find(company.id)).toMatchObject({ timeZone: 'Europe/London', storesVisitorId: true });
  await change(company.id, { timeZone: 'Asia/Tokyo', storesVisitorId: false, hasHashRouting: true });
  await expect
    .poll(() => cache.find(company.id))
    .toMatchObject({ timeZone: 'Asia/Tokyo', storesVisitorId: false, hasHashRouting: true });
  await listener.close();
});

test.each([
  [true, '/#/prices'],
  [false, '/'],
])('with hash routing %s, a page view of /#/prices is stored as %s', async (hasHashRouting, path) => {
  const { company } = await aCompany(t.db, { hasHashRouting });
  const view = aPageview(company.id);
  expectAccepted(await track(t.app, { ...view, metadata: { ...view.metadata, hashPath: '/prices' } }), 1);
  const stored = await t.db.query('SELECT path FROM events WHERE company_id = $1', [company.id]);
  expect(stored.rows).toEqual([{ path }]);
});
