import type { Page } from '@playwright/test';
import { expect, expectAccessible, openPageWithoutScripts, test } from './story.ts';

/** The texts and links that the specification fixes for each page. */
const specified: Record<string, { heading: string; texts: (string | RegExp)[]; links?: string[] }> = {
  '/dashboard': {
    heading: 'Welcome to a sample dashboard',
    texts: ['Active Projects', '12', 'AI Models', '8', 'Team Members', '24', 'Recent activity'],
    links: [
      '/',
      '/settings',
      '/solutions/chatbots',
      '/solutions/analytics',
      '/solutions/automation',
      '/solutions/design',
    ],
  },
  '/settings': {
    heading: 'Settings',
    texts: ['Profile', 'Notifications', 'Security', 'Billing', 'Save Changes'],
    links: ['/dashboard'],
  },
  '/book-demo': { heading: 'Book a Demo', texts: [/24 hours/, /30 minutes/] },
  '/industries': {
    heading: 'Industries',
    texts: [
      '284',
      'Enterprise',
      'E-Commerce',
      'Healthcare',
      'Education',
      'Travel & Hospitality',
      'Finance',
      'View Case Studies',
    ],
  },
  '/testimonials': { heading: 'Testimonials', texts: ['847', '4.8', 'All'] },
  '/contact': {
    heading: 'Contact us',
    texts: ['Email', 'Phone', 'Location', 'Mon-Fri 9am-6pm', /24 hours/],
  },
  '/privacy-policy': { heading: 'Privacy Policy', texts: [/Last updated/] },
  '/terms-of-service': { heading: 'Terms of Service', texts: [/Last updated/] },
  '/cookie-policy': { heading: 'Cookie Policy', texts: [/Last updated/] },
  '/help/metrics': {
    heading: 'What the numbers mean',
    texts: ['Visitors', 'Bounce rate', 'Conversion rate', '(none)', 'unknown', '(other)'],
  },
};

async function expectSpecified(page: Page, path: string): Promise<void> {
  const { heading, texts, links = [] } = specified[path] ?? { heading: '', texts: [] };
  await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(heading);
  const main = page.getByRole('main');
  for (const text of texts) {
    await expect(main.getByText(text, { exact: true }).first(), `${path}: ${text}`).toBeVisible();
  }
  for (const link of links) {
    await expect(main.locator(`a[href="${link}"]`).first(), `${path} to ${link}`).toBeVisible();
  }
}

test('every public page has the specified texts and links', async ({ page, northlight, failOnErrors }) => {
  failOnErrors(page);
  for (const path of Object.keys(specified)) {
    await page.goto(northlight.url + path);
    await expectSpecified(page, path);
  }
});

test('without JavaScript the pages have the same texts, and forms say that they need it', async ({
  browser,
  northlight,
}) => {
  const page = await openPageWithoutScripts(browser);
  for (const path of Object.keys(specified)) {
    await page.goto(northlight.url + path);
    await expectSpecified(page, path);
  }
  for (const path of ['/contact', '/book-demo', '/settings']) {
    await page.goto(northlight.url + path);
    await expect(page.getByRole('main').getByText(/needs JavaScript/)).toBeVisible();
    // Submitting must not put the fields into the URL.
    await page.getByRole('main').getByRole('textbox').first().press('Enter');
    await page.getByRole('main').getByRole('button').last().click();
    expect(page.url()).toBe(northlight.url + path);
  }
  const missing = await page.goto(`${northlight.url}/no-such-page`);
  expect(missing?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found');
});

test('a visitor sends a message on /contact with the keyboard alone', async ({
  page,
  northlight,
  failOnErrors,
}) => {
  failOnErrors(page);
  await page.goto(`${northlight.url}/contact`);
  const field = (label: string) => page.getByRole('main').getByRole('textbox', { name: label, exact: true });
  await expect(async () => {
    await field('Message').press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Please enter your name')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(field('Name')).toBeFocused();
  for (const text of ['a valid email address', 'a subject', 'a message']) {
    await expect(page.getByText(`Please enter ${text}`)).toBeVisible();
  }
  for (const text of ['Ada Byron', 'ada@', 'Engines', 'Could one compute this?']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(field('Email')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type('engine.example');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible();
  await expect(page.getByText('Message sent successfully!')).toBeVisible();
  await expect(page.getByText("We'll get back to you within 24 hours.")).toBeVisible();
  await expect(field('Message')).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeVisible();
});

test('a visitor requests a demo with the keyboard alone', async ({ page, northlight, failOnErrors }) => {
  failOnErrors(page);
  await page.goto(`${northlight.url}/book-demo`);
  const name = page.getByLabel('Full Name');
  await expect(async () => {
    await name.press('Enter');
    await expect(page.getByText('Please enter your full name')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(name).toBeFocused();
  for (const text of ['Ada Byron', 'ada@engine.example', 'Engine Works']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(page.getByText('Demo request submitted successfully!')).toBeVisible();
  const confirmed = page.getByRole('heading', { level: 1, name: 'Thank you for your request' });
  await expect(confirmed).toBeFocused();
  await expect(page.getByText(/contact you within 24 hours/)).toBeVisible();
  await expect(page.getByText('Engine Works')).toBeVisible();
});

test('demonstration pages react to every button and store nothing', async ({
  page,
  northlight,
  failOnErrors,
}) => {
  failOnErrors(page);
  await page.goto(`${northlight.url}/settings`);
  for (const label of ['Email notifications', 'Project updates']) {
    await expect(page.getByLabel(label)).toBeChecked();
  }
  await page.getByLabel('First Name').fill('Nobody');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Settings saved successfully!')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('First Name')).not.toHaveValue('Nobody');

  await page.goto(`${northlight.url}/industries`);
  await page.getByRole('button', { name: 'View Case Studies, Healthcare' }).click();
  await expect(page.getByText('Case studies for Healthcare are not published yet.')).toBeVisible();

  await page.goto(`${northlight.url}/testimonials`);
  await expect(page.getByRole('blockquote')).toHaveCount(6);
  await page.getByRole('radio', { name: 'All' }).press('ArrowRight');
  await expect(page.getByRole('blockquote')).toHaveCount(1);
  await page.getByRole('radio', { name: 'All' }).check();
  await expect(page.getByRole('blockquote')).toHaveCount(6);
});

test('axe finds no violations on the public pages and their states, in either theme', async ({
  browser,
  northlight,
}) => {
  test.slow();
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  for (const path of Object.keys(specified)) {
    await page.goto(northlight.url + path);
    await expectAccessible(page, path);
  }
  await page.goto(`${northlight.url}/contact`);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Please enter your name')).toBeVisible();
  await expectAccessible(page, '/contact with errors');
  await page.goto(`${northlight.url}/settings`);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Settings saved successfully!')).toBeVisible();
  await expectAccessible(page, '/settings with a toast');
});
