import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CompanyBrand } from '../../../../contract/site/agency-settings.ts';
import { deriveTheme } from '../../../../contract/site/colours/derive-theme.ts';
import { anAdmin } from '../../../testing/accounts/accounts.ts';
import { aLogo, saveAgencySettings, storeLogo } from '../../../testing/company-brands.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { findDrawnBrand } from './drawn-brand.ts';

let t: TestApp;
let agencyLogo: string;
let ownLogo: string;
beforeAll(async () => {
  t = await buildTestApp();
  const { cookie } = await anAdmin(t);
  agencyLogo = await storeLogo(t, cookie, { content: aLogo('#0b5fff') });
  ownLogo = await storeLogo(t, cookie, { content: aLogo('#7a1f2b') });
  await saveAgencySettings(t, cookie, {
    brand: { name: 'Aldous & Hart' },
    look: { accent: '#0b5fff', typeface: 'nunito', logoLight: agencyLogo },
  });
});
afterAll(() => t.close());

const find = (company: CompanyBrand | null) => findDrawnBrand(t.db, t.server.agency.current, company);
const colourOf = async (company: CompanyBrand | null) =>
  Buffer.from((await find(company)).logo?.content ?? '')
    .toString()
    .match(/#(?:0b5fff|7a1f2b)/i)?.[0];

test('a company without a brand has that of the agency', async () => {
  expect(await find(null)).toMatchObject({
    ...{ name: 'Aldous & Hart', typeface: 'nunito', theme: deriveTheme({ accent: '#0b5fff' }) },
    logo: { kind: 'svg', width: expect.any(Number), height: expect.any(Number) },
  });
  expect(await colourOf(null)).toBe('#0b5fff');
});

test('a company has its own name, logo and accent, and the typeface of the agency', async () => {
  const own = { name: 'Harbour', accent: '#7a1f2b', logoDark: ownLogo };
  expect(await find(own)).toMatchObject({
    ...{ name: 'Harbour', typeface: 'nunito', theme: deriveTheme({ accent: '#7a1f2b' }) },
  });
  expect(await colourOf(own)).toBe('#7a1f2b');
});

test('the agency’s logo is not shown next to the name of a company', async () => {
  expect((await find({ name: 'Harbour' })).logo).toBeUndefined();
});

test('a stored brand that this release cannot read counts as none', async () => {
  // As a later release may have stored it.
  expect(await find({ name: 'Harbour', accent: 'not a colour' })).toMatchObject({ name: 'Aldous & Hart' });
});
