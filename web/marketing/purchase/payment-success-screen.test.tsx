// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PurchaseStatus } from '../../../contract/public/purchases.ts';
import { type ApiServer, startApi } from '../../testing/api-server.ts';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import PaymentSuccessScreen from './payment-success-screen.tsx';

let api: ApiServer;
beforeEach(async () => {
  api = await startApi();
});
afterEach(async () => {
  resetPage();
  await api.close();
});

const address = 'GET /api/payment-status';
const toStatus = (state: PurchaseStatus['state'], isTest = false): PurchaseStatus => ({
  state,
  isTest,
  productTitle: 'AI Chatbots',
  amount: 79_000,
  currency: 'gbp',
});
const open = (search = '?session_id=cs_1') =>
  renderPage(`/payment-success${search}`, { '/payment-success': PaymentSuccessScreen });
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;

test.each([
  ['paid', 'Payment Successful!', /^Thank you. We have received £790.00 for AI Chatbots./],
  ['pending', 'Payment Successful!', /^Thank you. Your bank is still confirming £790.00 for AI Chatbots./],
  ['disputed', 'Payment Successful!', /^Thank you. We have received £790.00/],
  ['refunded', 'Payment Successful!', /^We have sent back £790.00 for AI Chatbots/],
  ['failed', 'Payment Not Completed', /did not let £790.00 for AI Chatbots through after all. Nothing was/],
  ['expired', 'Payment Not Completed', /expired before it was paid. Nothing was charged./],
] as const)('a payment that is %s is shown as such', async (state, title, text) => {
  api.json(address, 200, toStatus(state));
  open();
  expect(await screen.findByText(text)).toBeDefined();
  expect(heading()).toBe(title);
  expect(screen.getByRole('link', { name: 'Go to Dashboard' }).getAttribute('href')).toBe('/dashboard');
  expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/');
});

test('a pending purchase is polled until it is paid', async () => {
  api.json(address, 200, toStatus('pending'));
  open();
  await screen.findByText('still processing');
  api.json(address, 200, toStatus('paid'));
  await screen.findByText('paid');
  expect(api.requests.filter((request) => request.startsWith(address)).length).toBeGreaterThan(1);
});

test('without a response the page shows its default text', async () => {
  open();
  await waitFor(() => expect(api.requests).toEqual(['GET /api/payment-status?session_id=cs_1']));
  expect(heading()).toBe('Payment Successful!');
  expect(screen.getByText(/The receipt comes to your inbox/)).toBeDefined();
});

test('without a checkout id no request is sent', () => {
  open('');
  expect(heading()).toBe('Payment Successful!');
  expect(api.requests).toEqual([]);
});

test.each(['paid', 'pending', 'disputed', 'refunded', 'failed', 'expired'] as const)(
  'a test payment that is %s does not say that money was received',
  async (state) => {
    api.json(address, 200, toStatus(state, true));
    open();
    const status = await screen.findByText(/^Test mode: no money was moved\./);
    expect(status.textContent).not.toMatch(/received|sent back|your bank/i);
  },
);

test('the dashboard is labelled as a demonstration, so that customers do not take its projects for their own', () => {
  open('');
  expect(screen.getByText(/The dashboard is a demonstration/)).toBeDefined();
});
