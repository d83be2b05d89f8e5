import type { Page } from '@playwright/test';
import { enterPassword, findMailedLink, password, signUpAndConfirm, waitForMailedLink } from '../accounts.ts';
import { type Northlight, runCli, startSeparateServer } from '../northlight.ts';
import { expect, test } from './story.ts';

// A separate server: these stories read its mails.
let northlight: Northlight;
let end: () => Promise<void>;
test.beforeAll(async () => {
  ({ northlight, end } = await startSeparateServer());
});
test.afterAll(() => end());

test('after two sign-ups with one address, each mailed link works only with the password of its sign-up', async ({
  browser,
}) => {
  const email = 'edith@agency.example';
  const owner = await (await browser.newContext()).newPage();
  await signUp(owner, email, password);
  const link = await waitForMailedLink(northlight, email, '/auth/confirm');
  const stranger = await (await browser.newContext()).newPage();
  await signUp(stranger, email, `${password} of a stranger`);
  let strangersLink = link;
  await expect
    .poll(async () => {
      strangersLink = (await findMailedLink(northlight.dataDir, email, '/auth/confirm')) ?? link;
      return strangersLink;
    })
    .not.toBe(link);

  await owner.goto(`${northlight.url}/auth`);
  await owner.getByLabel('Email').fill(email);
  await owner.getByLabel('Password').fill(password);
  await owner.getByRole('button', { name: 'Sign In' }).click();
  await expect(owner.getByRole('heading', { name: 'Please confirm your email address first' })).toBeVisible();
  await expect(owner.getByRole('button', { name: 'Send a new link' })).toBeVisible();

  await owner.goto(strangersLink);
  await owner.getByLabel('Password').fill(password);
  await owner.getByRole('button', { name: 'Confirm and sign in' }).click();
  await expect(owner.getByRole('alert')).toContainText('We have sent you the link for it');
  await owner.goto(link);
  await owner.getByLabel('Password').fill(password);
  await owner.getByRole('button', { name: 'Confirm and sign in' }).click();
  await owner.waitForURL('**/admin');
  await owner.goto(strangersLink);
  await owner.getByLabel('Password').fill(password);
  await owner.getByRole('button', { name: 'Confirm and sign in' }).click();
  await expect(owner.getByText('This address is confirmed already. Sign in.')).toBeVisible();
});

async function signUp(page: Page, email: string, secret: string): Promise<void> {
  await page.goto(`${northlight.url}/auth`);
  await page.getByRole('button', { name: 'Need an account? Sign up' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(secret);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByText('Account created! Please check your email to confirm.')).toBeVisible();
}

test('signing out ends on the home page and stays there, also on a slow machine', async ({ browser }) => {
  test.setTimeout(150_000);
  const member = 'dorothy@agency.example';
  const admin = 'katherine@agency.example';
  const first = await (await browser.newContext()).newPage();
  await signUpAndConfirm(first, northlight, member);
  const second = await (await browser.newContext()).newPage();
  await signUpAndConfirm(second, northlight, admin);
  await runCli(northlight.dataDir, northlight.port, ['admin', 'grant', admin]);
  // Granting the role ended the session.
  await enterPassword(second, northlight, admin);
  await expect(second.getByRole('heading', { level: 1, name: 'Companies' })).toBeVisible();

  for (const [page, email] of [
    [first, member],
    [second, admin],
  ] as const) {
    const devtools = await page.context().newCDPSession(page);
    for (const rate of [1, 4]) {
      if (rate > 1) {
        await enterPassword(page, northlight, email);
        await page.waitForURL('**/admin');
      }
      await devtools.send('Emulation.setCPUThrottlingRate', { rate });
      const visited: string[] = [];
      const onNavigated = () => visited.push(new URL(page.url()).pathname);
      page.on('framenavigated', onNavigated);
      await page.getByRole('button', { name: 'Sign Out' }).click();
      // Only the home page has this link. After following it, no script of the previous page runs.
      const start = page.getByRole('main').getByRole('link', { name: 'Get Started' }).first();
      await expect(start).toBeVisible();
      await start.click();
      await page.waitForURL('**/dashboard');
      page.off('framenavigated', onNavigated);
      expect(visited, `${email}, ${rate} times slower`).toEqual(['/', '/dashboard']);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    }
  }
});
