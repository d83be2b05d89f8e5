// @vitest-environment jsdom
import './testing/jsdom-stubs.ts';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { apiPaths } from '../contract/paths.ts';
import { RequireAdmin } from './admin/layout/require-admin.tsx';
import { ApiError } from './api/client.ts';
import { DataProvider } from './api/data-provider.tsx';
import { ContactForm as ContactPageForm } from './marketing/contact/contact-form.tsx';
import { DemoForm } from './marketing/demo/demo-form.tsx';
import { ContactForm } from './marketing/home/contact-form.tsx';
import NotFoundScreen from './marketing/not-found/not-found-screen.tsx';
import CompanyPortalScreen from './portal/dashboard/company-portal-screen.tsx';
import { type ApiServer, aCompany, anActiveCount, companyId, startApi } from './testing/api-server.ts';
import { renderPage, resetPage } from './testing/render-page.tsx';
import { signedIn } from './testing/signed-in-accounts.ts';
import { aSummary, aTimeseries } from './testing/stats-answers.ts';

// Every row of the specification's catalogue of errors about the logging of an error.

let api: ApiServer;
const listenToConsole = () => ({
  error: vi.spyOn(console, 'error').mockImplementation(() => undefined),
  warn: vi.spyOn(console, 'warn').mockImplementation(() => undefined),
});
let logged: ReturnType<typeof listenToConsole>;
beforeEach(async () => {
  api = await startApi();
  logged = listenToConsole();
});
afterEach(async () => {
  resetPage();
  vi.restoreAllMocks();
  await api.close();
});

test('unknown route: the not-found page logs the bad path', async () => {
  renderPage('/no/such/page', { '/no/such/page': NotFoundScreen });
  expect(screen.getByRole('heading', { name: 'Oops! Page not found' })).toBeDefined();
  expect(logged.error.mock.calls).toEqual([['404: no page at', '/no/such/page']]);
});

interface Form {
  name: string;
  Screen: ComponentType;
  fields: Record<string, string>;
  button: string;
  path: string;
  failed: string;
}

const notSent = 'Failed to send message. Please try again.';
const forms: Form[] = [
  {
    ...{ name: 'the message of the home page', Screen: ContactForm, button: 'Send Message' },
    fields: { Name: 'Ada', Email: 'ada@example.com', Message: 'Hello' },
    ...{ path: apiPaths.sendContactEmail, failed: notSent },
  },
  {
    ...{ name: 'the message of /contact', Screen: ContactPageForm, button: 'Send Message' },
    fields: { Name: 'Ada', Email: 'ada@example.com', Subject: 'Engines', Message: 'Hello' },
    ...{ path: apiPaths.contactMessage, failed: notSent },
  },
  {
    ...{
      name: 'the demo request',
      Screen: () => <DemoForm onSent={() => undefined} />,
      button: 'Request Demo',
    },
    fields: { 'Full Name': 'Ada', Email: 'ada@example.com', Company: 'Engines' },
    ...{ path: apiPaths.bookDemo, failed: 'Failed to submit your request. Please try again.' },
  },
];

async function sendForm({ Screen, fields, button }: Form): Promise<void> {
  const user = userEvent.setup();
  renderPage('/', { '/': Screen });
  for (const [label, text] of Object.entries(fields)) {
    await user.type(screen.getByRole('textbox', { name: new RegExp(`^${label}`) }), text);
  }
  await user.click(screen.getByRole('button', { name: button }));
}

describe.each(forms)('contact send failure: $name', (form) => {
  test.each([500, 429])('a failed send (%i) shows a toast and is logged', async (status) => {
    const code = status === 429 ? 'too-many-requests' : 'internal';
    api.error(`POST ${form.path}`, status, code, 'The reason of the server.');
    await sendForm(form);
    expect(await screen.findByText('The reason of the server.')).toBeDefined();
    expect(logged.error.mock.calls).toEqual([[form.failed, expect.any(ApiError)]]);
  });

  test('a send without a connection shows a toast and is logged', async () => {
    api.handle(`POST ${form.path}`, (request) => request.socket.destroy());
    await sendForm(form);
    expect(await screen.findByText(form.failed)).toBeDefined();
    expect(logged.error.mock.calls).toEqual([[form.failed, expect.any(ApiError)]]);
  });

  test('a success is not logged', async () => {
    api.json(`POST ${form.path}`, 200, { received: true });
    await sendForm(form);
    expect(await screen.findByText(/sent successfully|submitted successfully/)).toBeDefined();
    expect(logged.error).not.toHaveBeenCalled();
  });
});

const Guarded = () => (
  <DataProvider>
    <RequireAdmin permission="companies">{() => <p>Dashboard</p>}</RequireAdmin>
  </DataProvider>
);

describe('admin role check', () => {
  test('an account without the role is not an administrator, and that is not logged', async () => {
    api.json('GET /api/me', 200, signedIn);
    renderPage('/admin', { '/admin': Guarded });
    expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeDefined();
    expect(logged.error).not.toHaveBeenCalled();
  });

  test('other errors are logged', async () => {
    api.error('GET /api/me', 503, 'unavailable', 'The service is busy.');
    renderPage('/admin', { '/admin': Guarded });
    expect(await screen.findByText('The service is busy.')).toBeDefined();
    expect(logged.error.mock.calls).toEqual([['The role check failed.', expect.any(ApiError)]]);
  });
});

describe('session tracking errors', () => {
  const path = apiPaths.company(companyId);
  beforeEach(() => {
    sessionStorage.setItem('site.session', 'a-tab');
    api.json(`GET ${path}`, 200, aCompany());
    api.json(`GET ${path}/stats/summary`, 200, aSummary());
    api.json(`GET ${path}/stats/timeseries`, 200, aTimeseries());
    api.json(`GET ${path}/active`, 200, anActiveCount);
  });

  test('a stream that fails is in the head of the portal only', async () => {
    api.error(`GET ${path}/live`, 500, 'internal', 'The stream failed.');
    renderPage(path.replace('/api/companies', '/company-portal'), {
      '/company-portal/:companyId': CompanyPortalScreen,
    });
    expect(await screen.findByText('Reconnecting…')).toBeDefined();
    expect(await screen.findByRole('heading', { level: 1, name: 'Harbour & Pine' })).toBeDefined();
    expect(screen.queryByText(/The stream failed/)).toBeNull();
    for (const { mock } of [logged.error, logged.warn]) expect(mock.calls).toEqual([]);
  });
});
