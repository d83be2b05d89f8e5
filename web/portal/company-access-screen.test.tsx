// @vitest-environment jsdom
import '../testing/browser-gaps.ts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ApiServer, companyId, sendJson, startApi } from '../testing/api-server.ts';
import { forgetPage, renderPage } from '../testing/render-page.tsx';
import CompanyAccessScreen from './company-access-screen.tsx';

let api: ApiServer;
beforeEach(async () => {
  api = await startApi();
});
afterEach(async () => {
  forgetPage();
  await api.close();
});

const verify = 'POST /api/verify-company-access';
const open = () => renderPage('/company-access', { '/company-access': CompanyAccessScreen });
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Enter Access Key' });

test('the page says what the key is for and who gives it', () => {
  open();
  expect(screen.getByRole('heading', { name: 'Company Portal Access' })).toBeDefined();
  expect(screen.getByText('Enter your company access key to view your analytics portal')).toBeDefined();
  expect(screen.getByText('Access keys are provided by your account administrator')).toBeDefined();
  expect(document.querySelector('header nav')).not.toBeNull();
  expect(document.querySelector('footer')).not.toBeNull();
});

test('a key is shown in upper case while it is typed, also when a letter in its middle is mended', async () => {
  const user = userEvent.setup();
  open();
  await user.type(field(), 'ab-cd');
  expect(field().value).toBe('AB-CD');
  await user.type(field(), 'x', { initialSelectionStart: 1, initialSelectionEnd: 1 });
  expect(field().value).toBe('AXB-CD');
  expect(field().selectionStart).toBe(2);
});

test('a right key is sent in upper case, greets the company and opens its portal', async () => {
  const user = userEvent.setup();
  let release = () => undefined as unknown;
  api.on(verify, (_, response) => {
    release = () => sendJson(response, 200, { id: companyId, name: 'Harbour & Pine' });
  });
  open();
  await user.type(field(), ' abcde-12345 ');
  await user.click(screen.getByRole('button', { name: 'Access Portal' }));
  await user.click(await screen.findByRole('button', { name: 'Verifying...' }));
  await waitFor(() => expect(api.requests).toHaveLength(1));
  release();
  expect(await screen.findByText(`Elsewhere: /company-portal/${companyId}`)).toBeDefined();
  expect(await screen.findByText('Access granted to Harbour & Pine!')).toBeDefined();
  expect(api.bodies).toEqual([JSON.stringify({ accessKey: 'ABCDE-12345' })]);
});

test('a wrong key is refused in the words of the server', async () => {
  const user = userEvent.setup();
  api.error(verify, 401, 'invalid-access-key', 'Invalid access key');
  open();
  await user.type(field(), 'wrong{Enter}');
  expect(await screen.findByText('Invalid access key')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Access Portal' })).toBeDefined();
});

test('a server that does not answer is not called a wrong key', async () => {
  const user = userEvent.setup();
  api.on(verify, (request) => request.socket.destroy());
  open();
  await user.type(field(), 'abc{Enter}');
  expect(await screen.findByText('Failed to verify access key')).toBeDefined();
});

test('an empty field asks for the key and sends nothing', async () => {
  const user = userEvent.setup();
  open();
  await user.type(field(), '   ');
  await user.click(screen.getByRole('button', { name: 'Access Portal' }));
  expect(screen.getByRole('alert').textContent).toBe('Please enter your access key');
  expect(field().getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field());
  expect(api.requests).toEqual([]);
});
