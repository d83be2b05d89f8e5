import type { Browser } from '@playwright/test';
import { apiPaths } from '../../contract/paths.ts';
import { enterPassword, password, totp } from '../accounts.ts';
import { breakMails } from './mails.ts';
import { adminEmail, type Stage } from './stage.ts';

/** Pictures a page as it is now, in every width and theme. */
export type Look = (
  page: Awaited<ReturnType<Browser['newPage']>>,
  screen: string,
  isWindow?: boolean,
) => Promise<void>;

/** What happens once only is pictured on the way. The last of all: no mail goes out any more. */
export async function walk(browser: Browser, { busy, states }: Stage, look: Look): Promise<void> {
  const stranger = await browser.newPage({ reducedMotion: 'reduce' });
  await stranger.goto(`${busy.url}/auth`);
  await stranger.getByRole('button', { name: 'Need an account? Sign up' }).click();
  await look(stranger, 'auth-sign-up');
  await stranger.getByLabel('Email').fill('grace.hopper@northlight.example');
  await stranger.getByLabel('Password').fill(password);
  await stranger.getByRole('button', { name: 'Sign Up' }).click();
  await stranger.getByRole('heading', { name: 'Check your mail' }).waitFor();
  await look(stranger, 'auth-check-mail');

  const office = await browser.newPage({ reducedMotion: 'reduce', storageState: states.admin });
  await office.goto(`${busy.url}/admin/account`);
  await office.getByRole('button', { name: 'Switch on' }).click();
  await look(office, 'admin-account-password');
  await office.getByLabel('Password', { exact: true }).fill(password);
  await office.getByRole('button', { name: 'Continue' }).click();
  await office.getByRole('img', { name: /QR code/ }).waitFor();
  await look(office, 'admin-account-scan');
  const secret = (await office.getByText(/^([A-Z2-7]{4} )+[A-Z2-7]+$/).textContent()) ?? '';
  await office.getByLabel('Code', { exact: true }).fill(totp(secret));
  await office.getByRole('list', { name: 'Recovery codes' }).waitFor();
  await look(office, 'admin-account-codes');
  await office.getByRole('button', { name: 'I have kept them' }).click();
  await look(office, 'admin-account-on');

  await stranger.context().clearCookies();
  await enterPassword(stranger, busy, adminEmail);
  await stranger.getByRole('heading', { name: 'One more step' }).waitFor();
  await look(stranger, 'auth-second-factor');
  await stranger.getByRole('button', { name: 'Use a recovery code' }).click();
  await look(stranger, 'auth-recovery-code');

  await office.goto(`${busy.url}/admin`);
  await office
    .getByRole('button', { name: /^Copy the access key of/ })
    .first()
    .click();
  await office.getByText('Access key copied to clipboard!').waitFor();
  await look(office, 'admin-key-copied', true);

  breakMails(busy);
  await office.request.post(busy.url + apiPaths.contactMessage, {
    headers: { origin: busy.url },
    data: {
      name: 'Dee Again',
      email: 'dee@again.example',
      subject: 'Hello?',
      message: 'Did you get my letter?',
    },
  });
  await office.goto(`${busy.url}/admin/inbox`);
  await office.getByText('could not be sent').first().waitFor();
  await look(office, 'admin-inbox-mail-trouble');
}
