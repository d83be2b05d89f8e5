// @vitest-environment jsdom
import '../testing/jsdom-stubs.ts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { idempotencyKeyHeader } from '../../contract/constants.ts';
import { usualProducts } from '../../contract/site/products.ts';
import { type ApiServer, sendJson, startApi } from '../testing/api-server.ts';
import { renderPage, resetPage } from '../testing/render-page.tsx';
import { ContactForm as ContactPageForm } from './contact/contact-form.tsx';
import { DemoForm } from './demo/demo-form.tsx';
import { ContactForm } from './home/contact-form.tsx';
import { PurchasePanel } from './purchase/purchase-panel.tsx';

let api: ApiServer;
beforeEach(async () => {
  api = await startApi();
  // Failures are also logged to the console (logged-errors.test.tsx).
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  // jsdom does not open tabs, like a browser that blocks them.
  vi.spyOn(window, 'open').mockReturnValue(null);
});
afterEach(async () => {
  resetPage();
  vi.restoreAllMocks();
  await api.close();
});

interface Form {
  name: string;
  Screen: ComponentType;
  /** The other fields. */
  fields: Record<string, string>;
  send: string;
  address: string;
  /** The name of the email field in requests. */
  field: string;
  sent: string | RegExp;
  failed: string;
}

const forms: Form[] = [
  {
    name: 'home',
    Screen: ContactForm,
    fields: { Name: 'Ada', Message: 'Hello' },
    send: 'Send Message',
    address: 'POST /api/send-contact-email',
    field: 'email',
    sent: 'Thank you! Your message has been sent successfully.',
    failed: 'Failed to send message. Please try again.',
  },
  {
    name: '/contact',
    Screen: ContactPageForm,
    fields: { Name: 'Ada', Subject: 'Engines', Message: 'Hello' },
    send: 'Send Message',
    address: 'POST /api/contact-message',
    field: 'email',
    sent: 'Message sent successfully!',
    failed: 'Failed to send message. Please try again.',
  },
  {
    name: '/book-demo',
    Screen: () => <DemoForm onSent={() => undefined} />,
    fields: { 'Full Name': 'Ada', Company: 'Engines' },
    send: 'Request Demo',
    address: 'POST /api/book-demo',
    field: 'email',
    sent: 'Demo request submitted successfully!',
    failed: 'Failed to submit your request. Please try again.',
  },
  {
    name: 'purchase',
    Screen: () => <PurchasePanel product={usualProducts.chatbots} />,
    fields: {},
    send: 'Purchase Now',
    address: 'POST /api/create-payment',
    field: 'customerEmail',
    sent: /^Redirecting to checkout/,
    failed: 'Failed to create checkout session',
  },
];

const emailField = () => screen.getByRole<HTMLInputElement>('textbox', { name: /email/i });

async function submit({ Screen, fields, send }: Form, email: string) {
  const user = userEvent.setup();
  renderPage('/', { '/': Screen });
  for (const [label, words] of Object.entries(fields)) {
    await user.type(screen.getByRole('textbox', { name: label }), words);
  }
  await user.type(emailField(), email);
  await user.click(screen.getByRole('button', { name: send }));
}

describe.each(forms)('$name', (form) => {
  test.each(['ada@localhost', 'a..b@example.com', 'ada'])(
    '%s marks the field and is not sent',
    async (email) => {
      await submit(form, email);
      expect((await screen.findByText('Please enter a valid email address')).getAttribute('role')).toBe(
        'alert',
      );
      expect(emailField().getAttribute('aria-invalid')).toBe('true');
      await waitFor(() => expect(document.activeElement).toBe(emailField()));
      expect(api.requests).toEqual([]);
    },
  );

  test.each(['ada@example.com,', 'ada@example.com.', 'ada@example.com; '])(
    '"%s" is cleaned before it is shown and sent',
    async (email) => {
      let answer = () => undefined as unknown;
      api.handle(form.address, (_, response) => {
        answer = () => sendJson(response, 200, { received: true, url: `${location.origin}/checkout` });
      });
      await submit(form, email);
      await waitFor(() => expect(api.requests).toEqual([form.address]));
      expect(emailField().value).toBe('ada@example.com');
      expect(JSON.parse(api.bodies[0] ?? '')).toMatchObject({ [form.field]: 'ada@example.com' });
      answer();
      expect(await screen.findByText(form.sent)).toBeDefined();
    },
  );

  test('an address that only the server rejects is marked with the server’s message', async () => {
    const error = { code: 'invalid-request', message: 'This address cannot be used.', field: form.field };
    api.json(form.address, 400, { error });
    await submit(form, 'ada@example.com');
    expect((await screen.findByText(error.message)).getAttribute('role')).toBe('alert');
    expect(emailField().getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByText(form.failed)).toBeNull();
  });

  test('a rate limit shows the server’s message', async () => {
    const message = 'Too many messages from your network. Please try again in 40 minutes.';
    api.handle(form.address, (_, response) => {
      response.setHeader('retry-after', '2400');
      sendJson(response, 429, { error: { code: 'too-many-requests', message } });
    });
    await submit(form, 'ada@example.com');
    expect(await screen.findByText(message)).toBeDefined();
    expect(screen.queryByText(form.failed)).toBeNull();
  });

  test('a click after a lost response repeats the request with the same key', async () => {
    const keys: unknown[] = [];
    api.handle(form.address, (request, response) => {
      keys.push(request.headers[idempotencyKeyHeader]);
      if (keys.length === 1) response.destroy();
      else sendJson(response, 200, { received: true, url: `${location.origin}/checkout` });
    });
    await submit(form, 'ada@example.com');
    expect(await screen.findByText(form.failed)).toBeDefined();
    await userEvent.setup().click(screen.getByRole('button', { name: form.send }));
    expect(await screen.findByText(form.sent)).toBeDefined();
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]]);
  });

  test('other errors keep the message of the form', async () => {
    api.handle(form.address, (_, response) => void response.writeHead(502).end('<html>'));
    await submit(form, 'ada@example.com');
    expect(await screen.findByText(form.failed)).toBeDefined();
    expect(emailField().getAttribute('aria-invalid')).toBeNull();
  });
});
