import type { Page } from '@playwright/test';
import { idempotencyKeyHeader } from '../../contract/constants.ts';
import { expect, expectAccessible, openPageWithoutScripts, test } from './story.ts';

/** The texts and links that the specification fixes for each page. */
const specified: Record<string, { heading: string; texts: string[]; links: [name: string, to: string][] }> = {
  '/': {
    heading: 'Empower Your Business with Intelligent Web Solutions',
    texts: ['500+', 'projects delivered', '98%', 'client satisfaction', '24/7', 'AI support'].concat([
      'Enterprise',
      'E-Commerce',
      'Healthcare',
      'Education',
      'Travel & Hospitality',
      'Finance',
    ]),
    links: [
      ['Get Started', '/dashboard'],
      ['Book a Demo', '/book-demo'],
      ['AI Chatbots', '/solutions/chatbots'],
      ['Predictive Analytics', '/solutions/analytics'],
      ['Automation Systems', '/solutions/automation'],
      ['Smart Web Design', '/solutions/design'],
    ],
  },
  '/products': {
    heading: 'Products',
    texts: ['AI Chatbots', 'Predictive Analytics', 'Automation Systems', 'Smart Web Design'],
    links: [],
  },
  '/solutions': {
    heading: 'Solutions',
    // The counts once contradicted each other ("48 chatbots", "44 live"); the page now marks them as samples.
    texts: [
      '169',
      'solutions',
      'chatbots for shops, clinics and campuses',
      'Counts and availability on this page are sample figures.',
    ],
    links: [
      ['View Details : AI Chatbots', '/solutions/chatbots'],
      ['View Details : Predictive Analytics', '/solutions/analytics'],
      ['View Details : Automation Systems', '/solutions/automation'],
      ['View Details : Smart Web Design', '/solutions/design'],
    ],
  },
  '/solutions/chatbots': {
    heading: 'AI Chatbots',
    texts: ['$1,000', 'or £790', 'Active', 'Paused'],
    links: [['Back to Dashboard', '/dashboard']],
  },
  '/solutions/analytics': {
    heading: 'Predictive Analytics',
    texts: ['$1,000', 'or £790'],
    links: [['Back to Dashboard', '/dashboard']],
  },
  '/solutions/automation': {
    heading: 'Automation Systems',
    texts: ['$1,000', 'or £790', 'Running', 'Paused'],
    links: [['Back to Dashboard', '/dashboard']],
  },
  '/solutions/design': {
    heading: 'Smart Web Design',
    texts: ['$1,000', 'or £790', 'Active', 'Draft'],
    links: [['Back to Dashboard', '/dashboard']],
  },
  '/payment-success': {
    heading: 'Payment Successful!',
    texts: [],
    links: [
      ['Go to Dashboard', '/dashboard'],
      ['Return to Home', '/'],
    ],
  },
  '/payment-canceled': { heading: 'Payment Canceled', texts: [], links: [['Return to Home', '/']] },
};

async function expectSpecified(page: Page, path: string): Promise<void> {
  const main = page.getByRole('main');
  const expected = specified[path];
  if (!expected) throw new Error(`nothing is specified for ${path}`);
  await expect(page.getByRole('heading', { level: 1, name: expected.heading })).toBeVisible();
  for (const text of expected.texts)
    await expect(main.getByText(text, { exact: true }).first()).toBeVisible();
  for (const [name, to] of expected.links) {
    await expect(main.getByRole('link', { name, exact: true })).toHaveAttribute('href', to);
  }
}

test('the product pages have the specified texts and links', async ({ page, northlight, failOnErrors }) => {
  failOnErrors(page);
  for (const path of Object.keys(specified)) {
    await page.goto(northlight.url + path);
    await expectSpecified(page, path);
  }
});

test('without JavaScript the product pages have the same texts, and forms name an alternative', async ({
  browser,
  northlight,
}) => {
  const page = await openPageWithoutScripts(browser);
  for (const path of Object.keys(specified)) {
    await page.goto(northlight.url + path);
    await expectSpecified(page, path);
  }
  await page.goto(`${northlight.url}/products`);
  await expect(page.locator('noscript p')).toContainText('Buying online needs JavaScript');
  await page.goto(northlight.url);
  await expect(page.locator('noscript p')).toContainText('This form needs JavaScript');
});

test('purchases, sign-ups and forms link to the terms and the privacy policy', async ({
  page,
  northlight,
}) => {
  const buying = [
    '/products',
    ...['chatbots', 'analytics', 'automation', 'design'].map((id) => `/solutions/${id}`),
  ];
  for (const path of buying) {
    await page.goto(northlight.url + path);
    await expectLegalLinks(page, 'By purchasing you agree to', ['/terms-of-service', '/privacy-policy']);
  }
  for (const path of ['/', '/contact', '/book-demo']) {
    await page.goto(northlight.url + path);
    await expectLegalLinks(page, 'By sending this you agree', ['/privacy-policy']);
  }
  await page.goto(`${northlight.url}/auth`);
  await page.getByRole('button', { name: 'Need an account? Sign up' }).click();
  await expectLegalLinks(page, 'By creating an account you agree to', [
    '/terms-of-service',
    '/privacy-policy',
  ]);
});

async function expectLegalLinks(page: Page, text: string, addresses: string[]): Promise<void> {
  const note = page.getByRole('main').getByText(text);
  await expect(note).toBeVisible();
  const links = await note
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(links, page.url()).toEqual(addresses);
}

test('an invalid email address stops a purchase before anything is sent', async ({
  page,
  northlight,
  failOnErrors,
}) => {
  failOnErrors(page);
  const calls: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()));
  for (const path of ['/products', '/solutions/chatbots']) {
    await page.goto(northlight.url + path);
    const field = page.getByRole('textbox', { name: /^Your email/ });
    await field.fill('ada@nowhere');
    await page.getByRole('button', { name: 'Purchase Now' }).first().click();
    await expect(page.getByText('Please enter a valid email address')).toBeVisible();
    await expect(field).toBeFocused();
  }
  expect(calls).toEqual([]);
});

test('a visitor buys one of four products by keyboard, and the checkout opens in a new tab', async ({
  page,
  context,
  northlight,
  failOnErrors,
}) => {
  failOnErrors(page);
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  // The payment provider is external, so its response is mocked.
  await page.route('**/api/create-payment', async (route) => {
    await isReleased;
    expect(route.request().postDataJSON()).toEqual({
      priceId: 'price_analytics',
      customerEmail: 'ada@example.com',
      currency: 'gbp',
      expectedAmount: 79_000,
    });
    expect(route.request().headers()[idempotencyKeyHeader]).toMatch(/^[0-9a-f]{32}$/);
    await route.fulfill({ json: { url: `${northlight.url}/payment-success` } });
  });
  await page.goto(`${northlight.url}/products`);
  await page.getByRole('textbox', { name: /^Your email/ }).focus();
  await page.keyboard.type(' ada@example.com ');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: 'US dollars' })).toBeChecked();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Pounds' })).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const opened = context.waitForEvent('page');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Processing...' })).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Purchase Now' })).toHaveCount(3);
  release();
  await expect(page.getByText('Redirecting to checkout for Predictive Analytics...')).toBeVisible();
  await (await opened).waitForURL('**/payment-success');
  await expect(page.getByRole('button', { name: 'Purchase Now' })).toHaveCount(4);
});

test("a failed checkout shows the server's reason, or a general message", async ({ page, northlight }) => {
  const reason = 'Payments are closed for maintenance until noon.';
  const answers = [
    { status: 503, json: { error: { code: 'unavailable', message: reason } } },
    { status: 502, body: 'Bad gateway' },
  ];
  await page.route('**/api/create-payment', (route) => route.fulfill(answers.shift() ?? { status: 500 }));
  await page.goto(`${northlight.url}/solutions/design`);
  await page.getByLabel('Your email').fill('ada@example.com');
  await page.getByLabel('Your email').press('Enter');
  await expect(page.getByText(reason)).toBeVisible();
  await page.getByRole('button', { name: 'Purchase Now' }).click();
  await expect(page.getByText('Failed to create checkout session')).toBeVisible();
});

test('Try Again on the cancellation page returns to the previous page', async ({ page, northlight }) => {
  await page.goto(`${northlight.url}/solutions/automation`);
  await page.goto(`${northlight.url}/payment-canceled`);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await page.waitForURL('**/solutions/automation');
});

test('the buttons of the sample automations describe what they would do', async ({
  page,
  northlight,
  failOnErrors,
}) => {
  failOnErrors(page);
  await page.goto(`${northlight.url}/solutions/automation`);
  await page.getByRole('button', { name: 'Pause, Order to invoice' }).click();
  await expect(page.getByText('Order to invoice would finish its open runs and then wait')).toBeVisible();
  await page.getByRole('button', { name: 'Start, Monthly report' }).click();
  await expect(page.getByText('Monthly report would start with its next run')).toBeVisible();
});

test('a message on the home page is validated, kept when sending fails and cleared when it is sent', async ({
  page,
  northlight,
}) => {
  const sent: unknown[] = [];
  let isDown = true;
  await page.route('**/api/send-contact-email', (route) => {
    sent.push(route.request().postDataJSON());
    return isDown ? route.fulfill({ status: 503, body: 'down' }) : route.fulfill({ status: 204 });
  });
  await page.goto(northlight.url);
  const form = page.getByRole('form');
  const field = (name: string) => form.getByLabel(name);
  await field('Name').focus();
  await page.keyboard.press('Enter');
  await expect(form.getByText('Please enter a valid name (max 100 characters)')).toBeVisible();
  await expect(form.getByText('Please enter a valid email address')).toBeVisible();
  await expect(form.getByText('Please enter a message (max 2000 characters)')).toBeVisible();
  await expect(field('Name')).toBeFocused();
  expect(sent).toEqual([]);

  await page.keyboard.type('Ada');
  await page.keyboard.press('Tab');
  await page.keyboard.type('ada@example.com');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await field('Message').fill('x'.repeat(1990));
  await expect(form.getByText('1990 of 2000 characters')).toBeVisible();
  await page.keyboard.type('a line that is too long');
  await expect(field('Message')).toHaveValue(`${'x'.repeat(1990)}a line tha`);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Failed to send message. Please try again.')).toBeVisible();
  await expect(field('Name')).toHaveValue('Ada');

  isDown = false;
  await form.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Thank you! Your message has been sent successfully.')).toBeVisible();
  await expect(field('Message')).toHaveValue('');
  expect(sent).toHaveLength(2);
  expect(sent[1]).toMatchObject({ name: 'Ada', email: 'ada@example.com', company: '' });
});

test('axe finds no violations on the product pages, in either theme', async ({ browser, northlight }) => {
  test.slow();
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  for (const path of Object.keys(specified)) {
    await page.goto(northlight.url + path);
    const buy = page.getByRole('button', { name: 'Purchase Now' }).first();
    if (await buy.isVisible()) await buy.click();
    await expectAccessible(page, path);
  }
});
