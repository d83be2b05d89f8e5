// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { providerOutcomes } from '../../../contract/account/provider-sign-in.ts';
import { ProviderButton } from '../../signed-in/provider-button.tsx';
import { type ApiServer, startApi } from '../../testing/api-server.ts';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import { signedOut } from '../../testing/signed-in-accounts.ts';
import { ToastHost } from '../../ui/feedback/toast-host.tsx';
import AuthScreen from './auth-screen.tsx';

let api: ApiServer;
beforeEach(async () => {
  api = await startApi();
  api.json('GET /api/me', 200, { ...signedOut, identityProvider: 'Example ID' });
});
afterEach(async () => {
  resetPage();
  await api.close();
});

const start = 'POST /api/auth/oidc/start';
const open = (search = '') => renderPage(`/auth${search}`, { '/auth': AuthScreen });

test('without an identity provider there is no button', async () => {
  api.json('GET /api/me', 200, signedOut);
  open();
  expect(await screen.findByRole('button', { name: 'Sign In' })).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Continue with/ })).toBeNull();
});

test('the button has the name of the provider', async () => {
  open();
  expect(await screen.findByRole('button', { name: 'Continue with Example ID' })).toBeDefined();
});

test('the button leads to the provider with the keyboard, once for two clicks', async () => {
  const user = userEvent.setup();
  const leave = vi.fn();
  api.json(start, 200, { url: 'https://id.example/authorize?state=1' });
  render(<ProviderButton name="Example ID" returnTo="/admin/account" leave={leave} />);
  await user.tab();
  await user.keyboard('{Enter}{Enter}');
  await waitFor(() => expect(leave).toHaveBeenCalledWith('https://id.example/authorize?state=1'));
  expect(api.requests).toEqual([start]);
  expect(api.bodies).toEqual([JSON.stringify({ returnTo: '/admin/account' })]);
  expect(screen.getByRole('button', { name: 'Opening Example ID...' })).toBeDefined();
  // Back from the provider.
  window.dispatchEvent(new Event('pageshow'));
  expect(await screen.findByRole('button', { name: 'Continue with Example ID' })).toBeDefined();
});

test('a provider that cannot be reached is named, and can be tried again', async () => {
  const user = userEvent.setup();
  api.error(start, 503, 'unavailable', 'Example ID cannot be reached at the moment.');
  render(
    <>
      <ProviderButton name="Example ID" leave={vi.fn()} />
      <ToastHost />
    </>,
  );
  await user.click(screen.getByRole('button', { name: 'Continue with Example ID' }));
  expect(await screen.findByText('Example ID cannot be reached at the moment.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Continue with Example ID' })).toBeDefined();
});

test.each(providerOutcomes.filter((outcome) => outcome !== 'code'))(
  'a sign-in that ended with "%s" shows what happened, above the form',
  async (outcome) => {
    open(`?provider=${outcome}`);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/^[A-Z].{20,}\.$/);
    expect(screen.getByRole('button', { name: 'Sign In' })).toBeDefined();
  },
);

test('after the provider, an account with two-factor is asked for its code', async () => {
  open('?provider=code');
  expect(await screen.findByLabelText('Code')).toBeDefined();
});

test('text in the address of the page is not shown', async () => {
  open('?provider=Call%200800%20666');
  expect(await screen.findByRole('button', { name: 'Sign In' })).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.body.textContent).not.toContain('0800');
});
