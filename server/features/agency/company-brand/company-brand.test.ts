import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditLog } from '../../../../contract/admin.ts';
import { adminCompanies } from '../../../../contract/company/companies.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import type { CompanyBrand } from '../../../../contract/site/agency-settings.ts';
import { anAdmin, type TestAccount } from '../../../testing/accounts/accounts.ts';
import { aMember } from '../../../testing/accounts/team.ts';
import { aCompany, aViewerCookie } from '../../../testing/builders.ts';
import {
  aLogo,
  findStoredBrand,
  saveAgencySettings,
  saveBrand,
  showCompany,
  storeLogo,
  tryBrand,
} from '../../../testing/company-brands.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { aShare, openShare } from '../../../testing/shares.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let owner: TestAccount;
let agencyLogo: string;
beforeAll(async () => {
  t = await buildTestApp();
  owner = await anAdmin(t);
  agencyLogo = await storeLogo(t, owner.cookie, { content: aLogo('#0b5fff') });
});
afterAll(() => t.close());
beforeEach(() => saveAgencySettings(t, owner.cookie, {}));

const aPortal = async (brand: CompanyBrand | null = null) => {
  const { company, accessKey } = await aCompany(t.db, { domain: 'shop.test' });
  await saveBrand(t, owner.cookie, company.id, brand);
  return { companyId: company.id, viewer: { cookie: await aViewerCookie(t.app, accessKey) } };
};
const brandOf = async ({ companyId, viewer }: Awaited<ReturnType<typeof aPortal>>) =>
  (await showCompany(t, companyId, viewer)).brand;
const addressOf = (digest: string) => `/brand/${digest}.svg`;

test('a company without a brand has that of the agency', async () => {
  const portal = await aPortal();
  expect(await brandOf(portal)).toBeNull();
  await saveBrand(t, owner.cookie, portal.companyId, {});
  expect(await brandOf(portal)).toBeNull();
  expect(await findStoredBrand(t, portal.companyId)).toBeNull();
});

test('each field that a company does not have is the agency’s', async () => {
  await saveAgencySettings(t, owner.cookie, {
    brand: { name: 'Aldous & Hart' },
    look: { accent: '#0b5fff', logoLight: agencyLogo },
  });
  const logo = { light: addressOf(agencyLogo), dark: addressOf(agencyLogo), ratio: 2 };
  expect(await brandOf(await aPortal({ accent: '#7a1f2b' }))).toEqual({
    name: 'Aldous & Hart',
    logo: { ...logo, label: 'Aldous & Hart' },
    isOwn: false,
    themeCss: expect.stringContaining('--live-dot:light-dark('),
  });
  // The agency's logo next to the name of a client would be a wrong brand.
  expect(await brandOf(await aPortal({ name: 'Pine' }))).toEqual({
    name: 'Pine',
    logo: null,
    isOwn: true,
    themeCss: '',
  });
  const own = await storeLogo(t, owner.cookie);
  expect(await brandOf(await aPortal({ logoDark: own }))).toEqual({
    name: 'Aldous & Hart',
    logo: { light: addressOf(own), dark: addressOf(own), ratio: 2, label: 'Test Shop' },
    isOwn: true,
    themeCss: expect.stringMatching(new RegExp(`^:root\\{--logo:url\\(/brand/${own}\\.svg\\)\\}`)),
  });
});

test('a complete brand has nothing of the agency', async () => {
  await saveAgencySettings(t, owner.cookie, {
    brand: { name: 'Aldous & Hart' },
    look: { accent: '#0b5fff', logoLight: agencyLogo },
  });
  const [logoLight, logoDark] = [
    await storeLogo(t, owner.cookie),
    await storeLogo(t, owner.cookie, { content: aLogo('#ffffff') }),
  ];
  const shown = await brandOf(await aPortal({ name: 'Pine', accent: '#7a1f2b', logoLight, logoDark }));
  expect(shown?.logo).toEqual({
    light: addressOf(logoLight),
    dark: addressOf(logoDark),
    ratio: 2,
    label: 'Pine',
  });
  expect(JSON.stringify(shown)).not.toMatch(new RegExp(`Aldous|Northlight|${agencyLogo}`));
});

test('colours differ from those of the agency, which the page has already', async () => {
  const portal = await aPortal({ accent: '#7a1f2b' });
  const besideDefault = (await brandOf(portal))?.themeCss ?? '';
  expect(besideDefault).toContain('--chart-1:');
  expect(besideDefault).not.toContain('--surface');
  await saveAgencySettings(t, owner.cookie, { look: { accent: '#ff6a00' } });
  // In the agency's theme another colour has moved away from its accent: here it is the usual one again.
  expect((await brandOf(portal))?.themeCss).toContain('--chart-3:');
  await saveAgencySettings(t, owner.cookie, { look: { accent: '#7a1f2b' } });
  expect((await brandOf(portal))?.themeCss).toBe('');
});

test('a change of the company or the agency is shown at once', async () => {
  const portal = await aPortal({ name: 'Pine' });
  expect(await brandOf(portal)).toMatchObject({ name: 'Pine' });
  await saveBrand(t, owner.cookie, portal.companyId, { accent: '#7a1f2b' });
  expect(await brandOf(portal)).toMatchObject({ name: 'Northlight' });
  await saveAgencySettings(t, owner.cookie, { brand: { name: 'Aldous & Hart' } });
  expect(await brandOf(portal)).toMatchObject({ name: 'Aldous & Hart' });
  await saveBrand(t, owner.cookie, portal.companyId, null);
  expect(await brandOf(portal)).toBeNull();
});

test('other settings of the company leave its brand as it is', async () => {
  const portal = await aPortal({ name: 'Pine' });
  expect((await tryBrand(t, owner.cookie, portal.companyId, undefined)).statusCode).toBe(200);
  expect(await brandOf(portal)).toMatchObject({ name: 'Pine' });
});

test('share links show the brand of their company', async () => {
  const { companyId } = await aPortal({ name: 'Pine', accent: '#7a1f2b' });
  const { session } = await openShare(t, await aShare(t, owner, companyId));
  const { brand } = await showCompany(t, companyId, { authorization: `Bearer ${session}` });
  expect(brand).toMatchObject({ name: 'Pine', themeCss: expect.stringContaining('--live-dot') });
});

test('no answer about a company has the brand of another', async () => {
  const [branded, plain] = [await aPortal({ name: 'Pine', accent: '#7a1f2b' }), await aPortal()];
  expect(JSON.stringify(await showCompany(t, plain.companyId, plain.viewer))).not.toMatch(
    /"Pine"|light-dark/,
  );
  const asked = await t.app.inject({ url: apiPaths.company(branded.companyId), headers: plain.viewer });
  expectError(asked, 404, 'company-not-found');
});

test('an accent that cannot be seen on light pages is refused with the nearest that can', async () => {
  const { companyId } = await aPortal();
  const refused = await tryBrand(t, owner.cookie, companyId, { accent: '#ffe600' });
  expect(expectError(refused, 400, 'invalid-request', 'brand.accent')).toMatch(
    /too pale.*nearest colour that can be used is #[0-9a-f]{6}\./,
  );
});

test('administrators get the own fields alone', async () => {
  const { companyId } = await aPortal({ name: 'Pine' });
  const listed = await t.app.inject({ url: apiPaths.companies, headers: { cookie: owner.cookie } });
  const { companies } = adminCompanies.parse(listed.json());
  expect(companies.find(({ id }) => id === companyId)?.brand).toEqual({ name: 'Pine' });
});

test('the audit log has the brand before and after a change', async () => {
  const { companyId } = await aPortal({ name: 'Pine' });
  await saveBrand(t, owner.cookie, companyId, { name: 'Fir', accent: '#7a1f2b' });
  const answer = await t.app.inject({ url: apiPaths.auditLog, headers: { cookie: owner.cookie } });
  const [entry] = auditLog.parse(answer.json()).entries;
  expect(entry?.object).toContain('portal name Pine to Fir, portal accent of the agency to #7a1f2b');
});

test('a manager changes the brand of the own companies and of no other', async () => {
  const [own, other] = [await aPortal(), await aPortal({ name: 'Pine' })];
  const manager = await aMember(t, owner, { role: 'manager', companies: [own.companyId] });
  await saveBrand(t, manager.cookie, own.companyId, { name: 'Fir' });
  expect(await brandOf(own)).toMatchObject({ name: 'Fir' });
  const refused = await tryBrand(t, manager.cookie, other.companyId, { name: 'Fir' });
  expectError(refused, 404, 'company-not-found');
  expect(await brandOf(other)).toMatchObject({ name: 'Pine' });
});
