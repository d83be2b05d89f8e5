import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { apiPaths } from '../../contract/paths.ts';
import { type Northlight, startSeparateServer } from '../northlight.ts';
import { expect, test } from './story.ts';

const visitor = 'honest@example.com';
const password = 'seven herons over wet slate';

/** Sends requests, each from a different address, until the server requires a challenge. */
async function flood({ url }: Northlight, path: string, body: object): Promise<void> {
  let nth = 0;
  const sendOne = async () => {
    nth += 1;
    const headers = {
      'content-type': 'application/json',
      origin: url,
      'x-forwarded-for': `2001:db8:${nth.toString(16)}::1`,
    };
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    await answer.body?.cancel();
    return answer.status;
  };
  const sendUntilRefused = async () => {
    let status = 200;
    while (status === 200) status = await sendOne();
    expect(status).toBe(428);
  };
  await Promise.all(Array.from({ length: 8 }, sendUntilRefused));
}

/** The status codes of the page's requests to an API path, in order. */
function watchAnswers(page: Page, path: string): number[] {
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname === path) statuses.push(response.status());
  });
  return statuses;
}

function countMailsTo({ dataDir }: Northlight, address: string): number {
  const folder = join(dataDir, 'mail');
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.eml')) : [];
  return files.filter((file) => readFileSync(join(folder, file), 'utf8').includes(`\nTo: ${address}`)).length;
}

// A separate server, because its thresholds are reached, which would affect the other stories.
let northlight: Northlight;
let end: () => Promise<void>;
test.beforeAll(async () => {
  ({ northlight, end } = await startSeparateServer());
  const email = 'stranger@example.com';
  await Promise.all([
    // Submitted too fast for a person, so that no mails are sent: the flood must not use up the hourly mail budget.
    flood(northlight, apiPaths.sendContactEmail, { name: 'Rob', email, message: 'Spam', openSeconds: 1 }),
    flood(northlight, apiPaths.requestPasswordReset, { email }),
    flood(northlight, apiPaths.createCheckout, { priceId: 'price_design', customerEmail: email }),
  ]);
});
test.afterAll(() => end());

for (const [where, sender] of [
  ['over https', 'ann@example.com'],
  ['in a local network without https', 'bea@example.com'],
] as const) {
  test(`a message sent ${where} during a flood of messages is delivered`, async ({ page }) => {
    if (where === 'in a local network without https') {
      // Browsers provide no `crypto.subtle` on pages without https.
      await page.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }));
    }
    const answers = watchAnswers(page, apiPaths.sendContactEmail);
    await page.clock.install();
    await page.goto(northlight.url);
    const form = page.getByRole('form');
    await form.getByLabel('Name').fill('Ann Honest');
    await form.getByLabel('Email').fill(sender);
    await form.getByLabel('Message').fill(`Sent ${where}`);
    // A person takes about half a minute to write. Faster submissions count as spam and get no mail.
    await page.clock.fastForward(30_000);
    await form.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByText('Thank you! Your message has been sent successfully.')).toBeVisible();
    expect(answers).toEqual([428, 200]);
    await expect.poll(() => countMailsTo(northlight, sender)).toBe(1);
  });
}

test('a purchase during a flood of purchases opens its checkout', async ({ page }) => {
  const answers = watchAnswers(page, apiPaths.createCheckout);
  await page.goto(`${northlight.url}/solutions/design`);
  await page.getByRole('textbox', { name: /email/i }).fill(visitor);
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Purchase Now' }).click();
  await (await opened).waitForURL(/test-checkout/);
  expect(answers).toEqual([428, 200]);
});

test('a visitor signs up and requests a password reset during a flood of sign-ups', async ({ page }) => {
  const signUps = watchAnswers(page, apiPaths.signUp);
  await page.goto(`${northlight.url}/auth`);
  await page.getByRole('button', { name: 'Need an account? Sign up' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(visitor);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByText('Account created! Please check your email to confirm.')).toBeVisible();
  expect(signUps).toEqual([428, 200]);

  const resets = watchAnswers(page, apiPaths.requestPasswordReset);
  await page.goto(`${northlight.url}/auth/forgot-password`);
  await page.getByRole('textbox', { name: 'Email' }).fill(visitor);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('button', { name: 'Send it again' })).toBeVisible();
  expect(resets).toEqual([428, 200]);
});
