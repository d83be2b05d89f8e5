import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { apiPaths } from '../../contract/paths.ts';
import { makeDataDir, type Northlight, startNorthlight } from '../northlight.ts';
import { expect, test } from './story.ts';

const visitor = 'honest@example.com';
const password = 'seven herons over wet slate';

/** Strangers, each from an address of its own, until what they send is no longer accepted. */
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

/** What the page sends to an address of the API is answered with, in order. */
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

// A server of their own: its thresholds are reached, which the other stories would meet.
let northlight: Northlight;
let remove: () => void;
test.beforeAll(async () => {
  const folder = makeDataDir();
  remove = folder.remove;
  northlight = await startNorthlight({ dataDir: folder.dataDir });
  const email = 'stranger@example.com';
  await Promise.all([
    // Faster than people are, so that nothing is mailed: the flood is not to use up the hour's mails.
    flood(northlight, apiPaths.sendContactEmail, { name: 'Rob', email, message: 'Spam', openSeconds: 1 }),
    flood(northlight, apiPaths.requestPasswordReset, { email }),
    flood(northlight, apiPaths.createPayment, { priceId: 'price_design', customerEmail: email }),
  ]);
});
test.afterAll(async () => {
  await northlight.stop();
  remove();
});

for (const [where, sender] of [
  ['over https', 'ann@example.com'],
  ['in a local network without https', 'bea@example.com'],
] as const) {
  test(`a message sent ${where} while strangers flood the forms gets through by itself`, async ({ page }) => {
    if (where === 'in a local network without https') {
      // As browsers do on addresses that are not secure.
      await page.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }));
    }
    const answers = watchAnswers(page, apiPaths.sendContactEmail);
    await page.clock.install();
    await page.goto(northlight.url);
    const form = page.getByRole('form');
    await form.getByLabel('Name').fill('Ann Honest');
    await form.getByLabel('Email').fill(sender);
    await form.getByLabel('Message').fill(`Sent ${where}`);
    // The half minute somebody takes to write; who is faster gets no mail.
    await page.clock.fastForward(30_000);
    await form.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByText('Thank you! Your message has been sent successfully.')).toBeVisible();
    expect(answers).toEqual([428, 200]);
    await expect.poll(() => countMailsTo(northlight, sender)).toBe(1);
  });
}

test('a purchase during a flood of purchases opens its checkout', async ({ page }) => {
  const answers = watchAnswers(page, apiPaths.createPayment);
  await page.goto(`${northlight.url}/solutions/design`);
  await page.getByRole('textbox', { name: /email/i }).fill(visitor);
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Purchase Now' }).click();
  await (await opened).waitForURL(/test-checkout/);
  expect(answers).toEqual([428, 200]);
});

test('somebody signs up, asks for the mail again and forgets the password during a flood of accounts', async ({
  page,
}) => {
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
