import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiPaths } from '../../../contract/paths.ts';
import {
  type AgencySettings,
  currentSettings,
  settingsHistory,
  storedSettings,
} from '../../../contract/site/agency-settings.ts';
import { usualBrand } from '../../../contract/site/brand.ts';
import { anAdmin, send, type TestAccount } from '../../testing/accounts/accounts.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let second: TestApp;
let owner: TestAccount;
beforeAll(async () => {
  t = await buildTestApp();
  second = await buildTestApp({ databaseUrl: t.databaseUrl });
  owner = await anAdmin(t);
});
afterAll(async () => {
  await second.close();
  await t.close();
});

const get = async (url: string) => (await t.app.inject({ url, headers: { cookie: owner.cookie } })).json();
const read = async () => currentSettings.strict().parse(await get(apiPaths.settings));
const put = (version: number, settings: unknown) =>
  send(t, apiPaths.settings, { version, settings }, { cookie: owner.cookie, method: 'PUT' });
const save = async (settings: AgencySettings) => {
  const { version } = await read();
  const answer = await put(version, settings);
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
  return currentSettings.parse(answer.json());
};
const restore = (version: number, basedOn: number) =>
  send(t, apiPaths.restoreSettings(version), { version: basedOn }, { cookie: owner.cookie });

test('settings that were never saved are empty, and the specification is in use', async () => {
  expect(await read()).toEqual({ version: 0, settings: {}, changedBy: null, changedAt: null, usualBrand });
  expect(t.server.agency.current.brand.name).toBe('Northlight');
});

test('a saved change is in use at once, and soon in another instance', async () => {
  const { version, changedBy } = await save({ brand: { name: 'Aldous & Hart' } });
  expect([version, changedBy]).toEqual([1, owner.email]);
  expect(t.server.agency.current.brand).toMatchObject({
    name: 'Aldous & Hart',
    tagline: 'Intelligent web solutions',
  });
  await expect.poll(() => second.server.agency.current.brand.name).toBe('Aldous & Hart');
});

test('a field that is set back to the text of the specification is no change', async () => {
  const { settings } = await save({ brand: { name: 'Northlight', phone: '+44 20 7946 0100' }, social: [] });
  expect(settings).toEqual({ brand: { phone: '+44 20 7946 0100' } });
});

test('the history lists who changed which fields, and an earlier version can be taken again', async () => {
  const { version } = await read();
  await save({ brand: { name: 'Fjord' }, currencies: ['eur'], ...withPricesIn('eur') });
  const { versions } = settingsHistory.strict().parse(await get(apiPaths.settingsHistory));
  expect(versions[0]).toMatchObject({
    version: version + 1,
    changedBy: owner.email,
    changedFields: expect.arrayContaining([
      'brand.name',
      'brand.phone',
      'currencies',
      'products.design.prices',
    ]),
    restoredVersion: null,
  });
  const first = storedSettings.parse(await get(apiPaths.storedSettings(1)));
  expect(first.settings).toEqual({ brand: { name: 'Aldous & Hart' } });

  expect((await restore(1, version + 1)).statusCode).toBe(200);
  expect(await read()).toMatchObject({ version: version + 2, settings: first.settings });
  const [newest] = settingsHistory.parse(await get(apiPaths.settingsHistory)).versions;
  expect(newest?.restoredVersion).toBe(1);
  expectError(await restore(99, version + 2), 404, 'not-found');
});

function withPricesIn(currency: 'eur'): AgencySettings {
  const prices = { [currency]: 90_000 };
  return {
    products: { chatbots: { prices }, analytics: { prices }, automation: { prices }, design: { prices } },
  };
}

test('version 0 is the specification', async () => {
  const { version } = await save({ brand: { name: 'Before' } });
  expect((await restore(0, version)).json()).toMatchObject({ settings: {} });
  const [newest] = settingsHistory.parse(await get(apiPaths.settingsHistory)).versions;
  expect(newest?.restoredVersion).toBe(0);
});

test('of two owners who save the same version, the second overwrites nothing', async () => {
  const { version } = await save({ brand: { name: 'One' } });
  const answers = await Promise.all([
    put(version, { brand: { name: 'Two' } }),
    put(version, { brand: { name: 'Three' } }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  const refused = answers.find(({ statusCode }) => statusCode === 409);
  expect(refused && expectError(refused, 409, 'settings-changed')).toContain(owner.email);
  expect((await read()).version).toBe(version + 1);
});

test('saving the same settings twice is one version', async () => {
  const { version } = await save({ brand: { name: 'Twice' } });
  const again = await put(version, { brand: { name: 'Twice' } });
  expect(again.json()).toMatchObject({ version });
});

test.each<[string, AgencySettings, string]>([
  ['a pale accent', { look: { accent: '#ffff66' } }, 'settings.look.accent'],
  ['a currency without prices', { currencies: ['usd', 'eur'] }, 'settings.products.chatbots.prices.eur'],
  ['a logo that is not stored', { look: { logoLight: 'a'.repeat(64) } }, 'settings.look.logoLight'],
  ['a dark logo that is not stored', { look: { logoDark: 'a'.repeat(64) } }, 'settings.look.logoDark'],
  ['a secret key', { brand: { promise: 'sk_live_51Habcdefgh' } }, 'settings.brand.promise'],
])('%s is refused with the name of the field', async (_, settings, field) => {
  const before = await read();
  expectError(await put(before.version, settings), 400, 'invalid-request', field);
  expect(await read()).toEqual(before);
});

test('a colour that cannot be read is refused with one that can, which is accepted', async () => {
  const { version } = await read();
  const message = expectError(await put(version, { look: { accent: '#ffff66' } }), 400, 'invalid-request');
  const nearest = /#[0-9a-f]{6}(?=\.$)/.exec(message)?.[0] ?? '';
  expect((await save({ look: { accent: nearest } })).settings).toEqual({ look: { accent: nearest } });
});

test('settings that this release cannot read leave those before in use, and a server starts with them stored', async () => {
  const { version } = await save({ brand: { name: 'Readable' } });
  await t.db.query(
    `INSERT INTO agency_settings (version, settings, changed_fields, changed_by, changed_at)
     VALUES ($1, '{"laterSection": true}', '{}', 'a later release', now())`,
    [version + 1],
  );
  await t.server.agency.reread();
  expect(t.server.agency.current).toMatchObject({ version, brand: { name: 'Readable' } });
  expectError(await put(version, { brand: { name: 'Mine' } }), 409, 'conflict');
  const path = apiPaths.storedSettings(String(version + 1));
  expectError(await t.app.inject({ url: path, headers: { cookie: owner.cookie } }), 409, 'conflict');
  const third = await buildTestApp({ databaseUrl: t.databaseUrl });
  expect(third.server.agency.current).toMatchObject({ version, brand: { name: 'Readable' } });
  await third.close();
  await t.db.query('DELETE FROM agency_settings WHERE version = $1', [version + 1]);
});
