import type { Browser } from '@playwright/test';
import { apiPaths } from '../../contract/paths.ts';
import { enterPassword, password, totp } from '../accounts.ts';
import { breakMails } from './mails.ts';
import { adminEmail, type PictureFixture } from './picture-fixture.ts';

/** Takes pictures of a page in its present state, in every width and theme. */
export type TakePictures = (
  page: Awaited<ReturnType<Browser['newPage']>>,
  screen: string,
  isWindow?: boolean,
) => Promise<void>;

/** Pictures states that occur only once. Runs last, because afterwards no mail can be sent. */
export async function takeWalkthrough(
  browser: Browser,
  { full, states }: PictureFixture,
  takePictures: TakePictures,
): Promise<void> {
  const stranger = await browser.newPage({ reducedMotion: 'reduce' });
  await stranger.goto(`${full.url}/auth`);
  await stranger.getByRole('button', { name: 'Need an account? Sign up' }).click();
  await takePictures(stranger, 'auth-sign-up');
  await stranger.getByLabel('Email').fill('grace.hopper@northlight.example');
  await stranger.getByLabel('Password').fill(password);
  await stranger.getByRole('button', { name: 'Sign Up' }).click();
  await stranger.getByRole('heading', { name: 'Confirm your email address' }).waitFor();
  await takePictures(stranger, 'auth-check-mail');

  const admin = await browser.newPage({ reducedMotion: 'reduce', storageState: states.admin });
  await admin.goto(`${full.url}/admin/account`);
  await admin.getByRole('button', { name: 'Switch on' }).click();
  await takePictures(admin, 'admin-account-password');
  await admin.getByLabel('Password', { exact: true }).fill(password);
  await admin.getByRole('button', { name: 'Continue' }).click();
  await admin.getByRole('img', { name: /QR code/ }).waitFor();
  await takePictures(admin, 'admin-account-scan');
  const secret = (await admin.getByText(/^([A-Z2-7]{4} )+[A-Z2-7]+$/).textContent()) ?? '';
  await admin.getByLabel('Code', { exact: true }).fill(totp(secret));
  await admin.getByRole('list', { name: 'Recovery codes' }).waitFor();
  await takePictures(admin, 'admin-account-codes');
  await admin.getByRole('button', { name: 'I have kept them' }).click();
  await takePictures(admin, 'admin-account-on');

  await stranger.context().clearCookies();
  await enterPassword(stranger, full, adminEmail);
  await stranger.getByRole('heading', { name: 'One more step' }).waitFor();
  await takePictures(stranger, 'auth-two-factor');
  await stranger.getByRole('button', { name: 'Use a recovery code' }).click();
  await takePictures(stranger, 'auth-recovery-code');

  await admin.goto(`${full.url}/admin`);
  await admin
    .getByRole('button', { name: /^Copy the access key of/ })
    .first()
    .click();
  await admin.getByText('Access key copied to clipboard!').waitFor();
  await takePictures(admin, 'admin-key-copied', true);

  breakMails(full);
  await admin.request.post(full.url + apiPaths.contactMessage, {
    headers: { origin: full.url },
    data: {
      name: 'Dee Again',
      email: 'dee@again.example',
      subject: 'Hello?',
      message: 'Did you get my message?',
    },
  });
  await admin.goto(`${full.url}/admin/inbox`);
  await admin.getByText('could not be sent').first().waitFor();
  await takePictures(admin, 'admin-inbox-failed-mails');
}
