// @vitest-environment jsdom
import '../../../testing/jsdom-stubs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ApiServer, aCompany, companyId } from '../../../testing/api-server.ts';
import { startPortalApi } from '../../../testing/portal-api.ts';
import { renderPage, resetPage } from '../../../testing/render-page.tsx';
import CompanyPortalScreen from '../company-portal-screen.tsx';

const path = `/api/companies/${companyId}`;
let api: ApiServer;
beforeEach(async () => {
  api = await startPortalApi();
});
afterEach(async () => {
  resetPage();
  await api.close();
});

async function openSheet() {
  const user = userEvent.setup();
  const router = renderPage(`/company-portal/${companyId}`, {
    '/company-portal/:companyId': CompanyPortalScreen,
  });
  const button = await screen.findByRole('button', { name: 'Options' });
  await user.click(button);
  const sheet = within(await screen.findByRole('dialog', { name: 'Options' }));
  return { user, router, button, sheet };
}

test('the sheet has everything that configures the portal', async () => {
  api.json(`GET ${path}`, 200, aCompany({ viewedAs: 'admin' }));
  api.json(`GET ${path}/annotations`, 200, { annotations: [], mayAnnotate: true });
  const { sheet } = await openSheet();
  for (const name of [
    'Add filter',
    'Keyboard shortcuts',
    'Generate Demo Data',
    'Print report',
    'Pages as CSV',
  ])
    expect(sheet.getByRole('button', { name })).toBeDefined();
  expect(await sheet.findByRole('button', { name: 'Verified orders only' })).toBeDefined();
  expect(await sheet.findByRole('button', { name: 'Add note' })).toBeDefined();
  expect(sheet.getByRole('link', { name: 'Tracking code' })).toBeDefined();
  expect(sheet.getByText('Handmade furniture')).toBeDefined();
});

test('a comparison is chosen in the sheet, which stays open and returns the focus when it is closed', async () => {
  const { user, router, button, sheet } = await openSheet();
  await user.click(sheet.getByRole('button', { name: 'Compare with nothing' }));
  await waitFor(() => expect(router.state.location.search).toBe('?compare=none'));
  expect(sheet.getByRole('button', { name: 'Compare with nothing', pressed: true })).toBeDefined();
  await user.click(sheet.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('a dialog that is opened from the sheet replaces it', async () => {
  const { user, button, sheet } = await openSheet();
  await user.click(sheet.getByRole('button', { name: 'Add filter' }));
  const editor = within(await screen.findByRole('dialog', { name: 'Add filter' }));
  expect(screen.queryByRole('dialog', { name: 'Options' })).toBeNull();
  await user.click(editor.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('orders that are left out are a chip, which shows them again', async () => {
  const { user, router, sheet } = await openSheet();
  await user.click(await sheet.findByRole('button', { name: 'Verified orders only' }));
  await waitFor(() => expect(router.state.location.search).toBe('?orders=verified'));
  await user.click(sheet.getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('button', { name: 'Show all orders' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
});
