// @vitest-environment jsdom
import '../../../testing/jsdom-stubs.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AdminCompany } from '../../../../contract/company/companies.ts';
import { usualBrand } from '../../../../contract/site/brand.ts';
import { readSiteSettingsWith } from '../../../site/site-settings.ts';
import { anAdminCompany, serveAdmin } from '../../../testing/admin-builders.ts';
import { type ApiServer, companyId, startApi } from '../../../testing/api-server.ts';
import { renderPage, resetPage } from '../../../testing/render-page.tsx';
import CompaniesScreen from '../../companies/companies-screen.tsx';

const path = `/api/companies/${companyId}`;
const digest = 'ab'.repeat(32);
let api: ApiServer;

beforeEach(async () => {
  api = await startApi();
  serveAdmin(api);
  api.json(`GET ${path}/goals`, 200, { goals: [] });
  readSiteSettingsWith(() => ({ brand: { ...usualBrand, name: 'Aldous & Hart' } }));
});
afterEach(async () => {
  resetPage();
  readSiteSettingsWith(() => ({ brand: usualBrand }));
  await api.close();
});

async function openBrand(brand: AdminCompany['brand'] = null) {
  api.json('GET /api/companies', 200, { companies: [anAdminCompany({ brand })] });
  renderPage(`/admin/companies/${companyId}`, { '/admin/companies/:companyId': CompaniesScreen });
  const section = within(await screen.findByRole('group', { name: 'Brand of the portal' }));
  await section.findByLabelText('Accent colour of the portal');
  return { user: userEvent.setup(), section };
}
const findSent = async () => {
  await expect.poll(() => api.requests).toContain(`PATCH ${path}`);
  return JSON.parse(api.bodies[api.requests.indexOf(`PATCH ${path}`)] ?? '').brand;
};
const accept = () => api.json(`PATCH ${path}`, 200, anAdminCompany());
const save = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: 'Save' }));

test('a portal without a brand shows what it has of the agency', async () => {
  const { section } = await openBrand();
  const name = section.getByLabelText<HTMLInputElement>('Name on the portal (optional)');
  expect([name.value, name.placeholder]).toEqual(['', 'Aldous & Hart']);
  expect(section.getAllByText('Without one, the portal shows the name of the agency.')).toHaveLength(2);
  for (const theme of ['light', 'dark']) {
    const portal = within(section.getByRole('figure', { name: `The portal on a ${theme} screen` }));
    expect(portal.getByText('Aldous & Hart')).toBeDefined();
  }
  expect(section.queryByRole('button', { name: /agency/ })).toBeNull();
});

test('name and accent are saved, and shown before', async () => {
  const { user, section } = await openBrand();
  accept();
  await user.type(section.getByLabelText('Name on the portal (optional)'), 'Pine');
  const accent = section.getByLabelText('Accent colour of the portal');
  await user.clear(accent);
  await user.type(accent, '7A1F2B');
  const portal = section.getByRole('figure', { name: 'The portal on a light screen' });
  expect(within(portal).getByText('Pine')).toBeDefined();
  expect(portal.querySelector('[style]')?.getAttribute('style')).toContain('--live-dot: #7a1f2b');
  await save(user);
  expect(await findSent()).toEqual({ name: 'Pine', accent: '#7a1f2b' });
});

test('a colour that is too pale is explained, and the nearest one is a click away', async () => {
  const { user, section } = await openBrand({ accent: '#ffe600' });
  accept();
  expect(section.getByRole('alert').textContent).toContain('#ffe600 is too pale');
  await user.click(section.getByRole('button', { name: /^Use #/ }));
  expect(section.queryByRole('alert')).toBeNull();
  await save(user);
  expect((await findSent()).accent).toMatch(/^#(?!ffe600)[0-9a-f]{6}$/);
});

test('each field can be given back to the agency', async () => {
  const { user, section } = await openBrand({ name: 'Pine', accent: '#7a1f2b', logoLight: digest });
  accept();
  await user.clear(section.getByLabelText('Name on the portal (optional)'));
  await user.click(section.getByRole('button', { name: "Use the agency's accent" }));
  await user.click(section.getByRole('button', { name: 'Remove: Logo on light pages' }));
  await save(user);
  expect(await findSent()).toBeNull();
});

test('other settings are saved without the brand', async () => {
  const { user } = await openBrand({ name: 'Pine' });
  accept();
  await user.type(screen.getByLabelText('Description (optional)'), ' and more');
  await save(user);
  expect(await findSent()).toBeUndefined();
});

test('a logo is uploaded and saved by its digest', async () => {
  const { user, section } = await openBrand();
  accept();
  api.json(`POST ${path}/logos`, 201, { digest, kind: 'svg', width: 20, height: 10 });
  const file = new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' });
  await user.upload(section.getByLabelText('Logo on light pages'), file);
  const pictures = await section.findAllByRole('img');
  expect(pictures.map((picture) => picture.getAttribute('src'))).toContain(`/brand/${digest}.svg`);
  expect(section.getByText('Without one, the other logo is used.')).toBeDefined();
  await save(user);
  expect(await findSent()).toEqual({ logoLight: digest });
});

test('a file that is no picture is not sent', async () => {
  const { section } = await openBrand();
  const file = new File(['x'], 'logo.gif', { type: 'image/gif' });
  await userEvent.setup({ applyAccept: false }).upload(section.getByLabelText('Logo on dark pages'), file);
  expect(section.getByRole('alert').textContent).toBe('logo.gif is no SVG or PNG picture.');
  expect(api.requests).not.toContain(`POST ${path}/logos`);
});

test('what the server refuses is shown at its field', async () => {
  const { user, section } = await openBrand();
  const rejection = {
    code: 'invalid-request',
    message: 'This looks like a secret key.',
    field: 'brand.name',
  };
  api.json(`PATCH ${path}`, 400, { error: rejection });
  await user.type(section.getByLabelText('Name on the portal (optional)'), 'sk_live_x');
  await save(user);
  expect((await section.findByRole('alert')).textContent).toBe('This looks like a secret key.');
  expect(section.getByLabelText('Name on the portal (optional)').getAttribute('aria-invalid')).toBe('true');
});
