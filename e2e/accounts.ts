import { createHmac } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import PostalMime from 'postal-mime';
import { parseUrl } from '../contract/rules/network/parse-url.ts';
import type { Northlight } from './northlight.ts';

export const password = 'seven grey herons wade';

/** Waits for a mail to `to` with a link to `page`, and returns the newest such link. */
export async function waitForMailedLink({ dataDir }: Northlight, to: string, page: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      link = await findMailedLink(dataDir, to, page);
      return link;
    })
    .toBeDefined();
  return link ?? '';
}

export async function findMailedLink(dataDir: string, to: string, page: string): Promise<string | undefined> {
  const folder = join(dataDir, 'mail');
  if (!existsSync(folder)) return undefined;
  // Sorted by file time: the Date header of a mail has a resolution of one second.
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => join(folder, name))
    .sort((one, other) => statSync(one).mtimeMs - statSync(other).mtimeMs);
  const mails = await Promise.all(files.map((file) => PostalMime.parse(readFileSync(file))));
  const links = mails
    .filter((mail) => mail.to?.some(({ address }) => address === to))
    .flatMap((mail) => mail.text?.match(/https?:\/\/\S+/g) ?? []);
  // A link at the end of a sentence includes the full stop.
  return links.filter((link) => parseUrl(link)?.pathname === page).at(-1);
}

/** Signs up and confirms through the screens. Ends signed in, on /admin. */
export async function signUpAndConfirm(page: Page, northlight: Northlight, email: string): Promise<void> {
  await page.goto(`${northlight.url}/auth`);
  await page.getByRole('button', { name: 'Need an account? Sign up' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByText('Account created! Please check your email to confirm.')).toBeVisible();
  await confirmEmail(page, northlight, email);
}

async function confirmEmail(page: Page, northlight: Northlight, email: string): Promise<void> {
  await page.goto(await waitForMailedLink(northlight, email, '/auth/confirm'));
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Confirm and sign in' }).click();
  await page.waitForURL('**/admin');
}

/** Submits the sign-in form. What comes next depends on the account: a code, or the page after sign-in. */
export async function enterPassword(page: Page, northlight: Northlight, email: string, secret = password) {
  await page.goto(`${northlight.url}/auth`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(secret);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** The code of an authenticator app at a given time (RFC 6238: SHA-1, six digits, 30 seconds). */
export function totp(secret: string, at = Date.now()): string {
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const digest = createHmac('sha1', fromBase32(secret)).update(step).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

function fromBase32(text: string): Buffer {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...text.replace(/[\s=]/g, '')]
    .map((character) => alphabet.indexOf(character).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
