// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen, waitFor, within } from '@testing-library/react';
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
const toStatus = (
  state: PurchaseStatus['state'],
  isTest = false,
  fields: Partial<PurchaseStatus> = {},
): PurchaseStatus => ({
  state,
  isTest,
  productTitle: 'AI Chatbots',
  amount: 79_000,
  taxAmount: 0,
  currency: 'gbp',
  ...fields,
});
const open = (search = '?session_id=cs_1') =>
  renderPage(`/payment-success${search}`, { '/payment-success': PaymentSuccessScreen });
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;

test.each([
  ['paid', 'Payment Successful!', /^Thank you. We have received £790.00 for AI Chatbots./],
  ['pending', 'Payment Processing', /^Thank you. Your bank is still confirming £790.00 for AI Chatbots./],
  ['disputed', 'Payment Successful!', /^Thank you. We have received £790.00/],
  ['refunded', 'Payment Refunded', /^We have sent back £790.00 for AI Chatbots/],
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

const steps = () => screen.queryAllByRole('heading', { level: 3 }).map((step) => step.textContent);
const paidSteps = ['Your receipt', 'We write to you', 'Your kick-off', 'We build, you watch'];

test.each([
  ['paid', paidSteps],
  ['disputed', paidSteps],
  ['pending', ['Your bank confirms the payment', ...paidSteps]],
  ['refunded', ['Your bank books the refund']],
  ['failed', ['Buy again']],
  ['expired', ['Buy again']],
] as const)('a payment that is %s leads to what happens next', async (state, expected) => {
  api.json(address, 200, toStatus(state));
  open();
  await screen.findByText(/£790\.00 for AI Chatbots/);
  expect(steps()).toEqual(expected);
  const main = within(screen.getByRole('main'));
  const mail = main.getByRole('link', { name: 'hello@northlight.example' });
  expect(mail.getAttribute('href')).toBe('mailto:hello@northlight.example');
  expect(main.getByRole('link', { name: '+1 (555) 010-0142' }).getAttribute('href')).toBe('tel:+15550100142');
});

test('before the response, customers can already book a kick-off', () => {
  open('');
  expect(steps()).toEqual(paidSteps);
  expect(screen.getByRole('link', { name: 'Book a kick-off' }).getAttribute('href')).toBe('/book-demo');
});

test('the amount is what was paid, with its tax', async () => {
  api.json(address, 200, toStatus('paid', false, { taxAmount: 15_800 }));
  open();
  expect(await screen.findByText(/received £948\.00 \(with £158\.00 tax\) for AI Chatbots/)).toBeDefined();
});

const note = () => screen.getByText('This is a test checkout. No money moves.');

test.each(['paid', 'pending', 'disputed', 'refunded', 'failed', 'expired'] as const)(
  'a test payment that is %s states that no money moves, and not that any was received',
  async (state) => {
    api.json(address, 200, toStatus(state, true));
    open();
    const status = await screen.findByText(/£790\.00 for AI Chatbots/);
    expect(status.textContent).toMatch(/test/);
    expect(screen.getByRole('main').textContent).not.toMatch(/received|sent back|your bank|charged/i);
    expect(note().className).not.toContain('hidden');
  },
);

test('a real payment has no note of a test', async () => {
  api.json(address, 200, toStatus('paid'));
  open();
  await screen.findByText(/received/);
  expect(note().className).toContain('not-target:hidden');
});

test('the dashboard is labelled as a demonstration, so that customers do not take its projects for their own', () => {
  open('');
  expect(screen.getByText(/The dashboard is a demonstration/)).toBeDefined();
});
