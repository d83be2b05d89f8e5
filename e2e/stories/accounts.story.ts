import type { BrowserContext, Page } from '@playwright/test';
import { enterPassword, password, signUpAndConfirm, totp, waitForMailedLink } from '../accounts.ts';
import { type Northlight, startSeparateServer } from '../northlight.ts';
import { expect, expectAccessible, test } from './story.ts';

// A separate server: these stories read its mails and need its administrator access key.
const adminAccessKey = 'the key of this server';
let northlight: Northlight;
let end: () => Promise<void>;
test.beforeAll(async () => {
  ({ northlight, end } = await startSeparateServer({ ADMIN_ACCESS_KEY: adminAccessKey }));
});
test.afterAll(() => end());

test('a new user signs up, becomes an administrator, gives a client access and withdraws it', async ({
  browser,
  failOnErrors,
}) => {
  // The longest story.
  test.setTimeout(150_000);
  const email = 'ada@agency.example';
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = failOnErrors(await context.newPage());
  // The message is shown for seconds, which the way to the next page may take on a busy machine.
  await Promise.all([
    signUpAndConfirm(page, northlight, email),
    expect(page.getByText('Your email is confirmed. You are signed in.')).toBeVisible(),
  ]);
  await expect(page.getByRole('heading', { name: 'There is no administrator yet' })).toBeVisible();

  await page.getByRole('link', { name: 'Enter the admin access key' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByLabel('Admin Access Key').fill(adminAccessKey);
  await page.getByRole('button', { name: 'Grant Admin Privileges' }).click();
  await expect(page.getByText('Admin privileges granted!').first()).toBeVisible();
  await page.waitForURL('**/admin');

  await page.getByRole('button', { name: 'Create Company Portal' }).click();
  await page.getByLabel('Name').fill('Harbour & Pine');
  await page.getByLabel('Domain').fill('https://www.HarbourPine.example/');
  await page.getByRole('button', { name: 'Create company', exact: true }).click();
  await expect(page.getByText('Company created successfully with access key')).toBeVisible();
  await page.getByRole('link', { name: 'All companies' }).click();
  await page.getByRole('button', { name: 'Copy the access key of Harbour & Pine' }).click();
  await expect(page.getByText('Access key copied to clipboard!')).toBeVisible();
  const accessKey = await page.evaluate(() => navigator.clipboard.readText());

  const client = await (await browser.newContext()).newPage();
  await client.goto(`${northlight.url}/company-access`);
  await client.getByLabel('Enter Access Key').fill(accessKey);
  await client.getByRole('button', { name: 'Access Portal' }).click();
  await client.waitForURL('**/company-portal/*');
  await expect(client.getByRole('heading', { level: 1, name: 'Harbour & Pine' })).toBeVisible();

  await page.getByRole('link', { name: 'Settings of Harbour & Pine' }).click();
  await page.getByRole('button', { name: 'Replace key' }).click();
  await page.getByRole('button', { name: 'Replace the key' }).click();
  await expect(page.getByText('The key has been replaced.')).toBeVisible();
  await client.waitForURL(/\/company-access\?ended=/);
  await expect(client.getByText(/access.*ended/i)).toBeVisible();
});

test('an account with two-factor authentication asks for a code, and its owner ends sessions elsewhere', async ({
  browser,
}) => {
  const email = 'grace@agency.example';
  const laptop = await (await browser.newContext()).newPage();
  await signUpAndConfirm(laptop, northlight, email);
  await expect(laptop.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expect(
    laptop.getByText("You don't have admin privileges. Please contact an administrator."),
  ).toBeVisible();

  await laptop.goto(`${northlight.url}/admin/account`);
  await laptop.getByRole('button', { name: 'Switch on' }).click();
  await laptop.getByLabel('Password', { exact: true }).fill(password);
  await laptop.getByRole('button', { name: 'Continue' }).click();
  await expect(laptop.getByRole('img', { name: /QR code/ })).toBeVisible();
  const secret = (await laptop.getByText(/^([A-Z2-7]{4} )+[A-Z2-7]+$/).textContent()) ?? '';
  await laptop.getByLabel('Code', { exact: true }).fill(totp(secret));
  const list = laptop.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(list).toHaveCount(10);
  const [recoveryCode = ''] = await list.allTextContents();
  await laptop.getByRole('button', { name: 'I have kept them' }).click();
  await expect(laptop.getByRole('button', { name: 'Switch off' })).toBeVisible();

  const phone = await (await browser.newContext()).newPage();
  await enterPassword(phone, northlight, email);
  await expect(phone.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await phone.getByLabel('Code').fill('000000');
  await expect(phone.getByText('That is not the code. Please try again.')).toBeVisible();
  // The next code: each code works once.
  await phone.getByLabel('Code').fill(totp(secret, Date.now() + 30_000));
  await phone.waitForURL('**/admin');

  await laptop.reload();
  await laptop.getByRole('button', { name: /^End the session of / }).click();
  await expect(laptop.getByText('You are signed in nowhere else.')).toBeVisible();
  await phone.waitForURL('**/auth');

  await enterPassword(phone, northlight, email);
  await phone.getByRole('button', { name: 'Use a recovery code' }).click();
  await phone.getByLabel('Recovery code').fill(recoveryCode);
  await phone.getByRole('button', { name: 'Verify' }).click();
  await phone.waitForURL('**/admin');

  // Another tab of the same browser follows a sign-in and a sign-out.
  const otherTab = await phone.context().newPage();
  await otherTab.goto(`${northlight.url}/admin/account`);
  await expect(otherTab.getByRole('heading', { name: 'Your account' })).toBeVisible();
  await phone.getByRole('button', { name: 'Sign Out' }).click();
  await phone.waitForURL(`${northlight.url}/`);
  await otherTab.waitForURL('**/auth');
  expect(await sessionCookies(phone.context())).toEqual([]);
});

test('axe finds no violations on the sign-in and account pages', async ({ browser }) => {
  // Twelve pages, each in two themes.
  test.setTimeout(180_000);
  const email = 'mary@agency.example';
  const first = await browser.newContext();
  const page = await first.newPage();
  await signUpAndConfirm(page, northlight, email);
  const storageState = await first.storageState();

  const stranger = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  for (const path of [
    '/auth',
    '/auth/confirm?token=x',
    '/auth/confirm',
    '/auth/forgot-password',
    '/auth/reset-password?token=x',
    '/grant-admin',
  ]) {
    await stranger.goto(northlight.url + path);
    await expectHeadedAndAccessible(stranger, path);
  }
  await stranger.goto(`${northlight.url}/auth`);
  await stranger.getByRole('button', { name: 'Need an account? Sign up' }).click();
  await stranger.getByLabel('Email').fill(email);
  await stranger.getByLabel('Password').fill('short');
  await stranger.getByRole('button', { name: 'Sign Up' }).click();
  await expectHeadedAndAccessible(stranger, 'sign-up, refused');

  const member = await (await browser.newContext({ reducedMotion: 'reduce', storageState })).newPage();
  await member.goto(`${northlight.url}/admin`);
  await expectHeadedAndAccessible(member, 'Access Denied');
  await member.goto(`${northlight.url}/admin/account`);
  await expect(member.getByText('You are signed in nowhere else.')).toBeVisible();
  await expectHeadedAndAccessible(member, 'account');
  await member.getByRole('button', { name: 'Switch on' }).click();
  await member.getByLabel('Password', { exact: true }).fill(password);
  await member.getByRole('button', { name: 'Continue' }).click();
  await expect(member.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expectHeadedAndAccessible(member, 'account, scanning');
  await member.reload();
  for (const name of ['Change address', 'Change password', 'Delete this account']) {
    await member.getByRole('button', { name }).click();
  }
  await expectHeadedAndAccessible(member, 'account, with its forms');
  await member.goto(`${northlight.url}/admin/account/confirm-address?token=x`);
  await expect(member.getByRole('button', { name: 'Confirm the new address' })).toBeVisible();
  await expectHeadedAndAccessible(member, 'confirm a new address');
});

async function expectHeadedAndAccessible(page: Page, what: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page, what);
}

test('a user resets a forgotten password with a mailed link that works once and ends all sessions', async ({
  browser,
}) => {
  test.setTimeout(150_000);
  const email = 'joan@agency.example';
  const newPassword = 'eleven loud geese depart';
  const page = await (await browser.newContext()).newPage();
  await signUpAndConfirm(page, northlight, email);
  await page.context().clearCookies();
  const signedIn = await (await browser.newContext()).newPage();
  await enterPassword(signedIn, northlight, email);
  await signedIn.waitForURL('**/admin');

  await page.goto(`${northlight.url}/auth`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  // The previous page has a field with the same name.
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText(/^If there is an account for this address/)).toBeVisible();
  const link = await waitForMailedLink(northlight, email, '/auth/reset-password');

  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('password1234');
  await page.getByRole('button', { name: 'Set the new password' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'too common' })).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Set the new password' }).click();
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible();
  await signedIn.waitForURL('**/auth');

  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill(`${newPassword} again`);
  await page.getByRole('button', { name: 'Set the new password' }).click();
  await expect(page.getByRole('heading', { name: 'This link was used before' })).toBeVisible();

  await enterPassword(page, northlight, email);
  await expect(page.getByText('Invalid email or password')).toBeVisible();
  await page.getByLabel('Password').fill(newPassword);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/admin');
});

async function sessionCookies(context: BrowserContext) {
  return (await context.cookies()).filter(({ name }) => name.includes('session_token'));
}
