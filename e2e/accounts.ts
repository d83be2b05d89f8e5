import { createHmac } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import PostalMime from 'postal-mime';
import type { Northlight } from './northlight.ts';

export const password = 'seven grey herons wade';

/** The newest link to a page of ours that was mailed to an address; waits for the mail. */
export async function mailedLink({ dataDir }: Northlight, to: string, page: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      link = await findLink(dataDir, to, page);
      return link;
    })
    .toBeDefined();
  return link ?? '';
}

export async function findLink(dataDir: string, to: string, page: string): Promise<string | undefined> {
  const folder = join(dataDir, 'mail');
  if (!existsSync(folder)) return undefined;
  // By when they were written: a mail's own date knows no more than the second.
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => join(folder, name))
    .sort((one, other) => statSync(one).mtimeMs - statSync(other).mtimeMs);
  const mails = await Promise.all(files.map((file) => PostalMime.parse(readFileSync(file))));
  const links = mails
    .filter((mail) => mail.to?.some(({ address }) => address === to))
    .flatMap((mail) => mail.text?.match(/https?:\/\/\S+/g) ?? []);
  // An address at the end of a sentence takes the full stop along.
  return links.filter((link) => URL.canParse(link) && new URL(link).pathname === page).at(-1);
}

/** Signs up the way people do. Ends signed in, on /admin, where the mailed link leads. */
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
  await page.goto(await mailedLink(northlight, email, '/auth/confirm'));
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Confirm and sign in' }).click();
  await page.waitForURL('**/admin');
}

/** The password step; what follows it depends on the account. */
export async function enterPassword(page: Page, northlight: Northlight, email: string, secret = password) {
  await page.goto(`${northlight.url}/auth`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(secret);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** What an authenticator app shows at a time (RFC 6238: SHA-1, six digits, 30 seconds). */
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
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
