import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { isAccountEmail } from '../account/accounts.ts';
import { cleanEmail, isEmailAddress } from './email.ts';
import {
  addressesToClean,
  internationalAddresses,
  invalidAddresses,
  validAddresses,
} from './email-examples.ts';
import { emailAddress } from './text.ts';

test.each([...validAddresses, ...internationalAddresses])('%j is valid', (address) => {
  expect(isEmailAddress(address)).toBe(true);
  expect(cleanEmail(address)).toBe(address);
});

test.each(invalidAddresses)('%j is invalid', (address) => {
  expect(isEmailAddress(cleanEmail(address))).toBe(false);
});

test.each(addressesToClean)('%j is cleaned', (entered) => {
  expect(cleanEmail(entered)).toBe('ada@example.com');
});

test.each([
  `${'a'.repeat(65)}@example.com`,
  `ann@${'a'.repeat(64)}.example`,
  `ann@${'a.'.repeat(150)}example`,
  '.'.repeat(60_000),
  `${'a.'.repeat(30_000)}@`,
])('an address over the length limits is rejected without a search', (address) => {
  expect(isEmailAddress(address)).toBe(false);
  expect(emailAddress.safeParse(address).success).toBe(false);
});

test('a long text of white space is cleaned in linear time', () => {
  expect(cleanEmail(`${' '.repeat(100_000)}x${' '.repeat(100_000)}`)).toBe('x');
});

test('the account library accepts every address that accounts may have', () => {
  const text = (units: string, least: number) =>
    fc.string({ unit: fc.constantFrom(...units), minLength: least, maxLength: 8 });
  const address = fc
    .tuple(text("aZ09._+-'!#", 1), text('aZ09-.', 1), text('aZ', 2))
    .map(([local, host, end]) => `${local}@${host}.${end}`);
  let accepted = 0;
  fc.assert(
    fc.property(fc.oneof(address, fc.emailAddress()), (email) => {
      if (!isEmailAddress(email) || !isAccountEmail(email)) return;
      accepted += 1;
      expect(z.email().safeParse(email).success, email).toBe(true);
    }),
    { numRuns: 1_000 },
  );
  expect(accepted).toBeGreaterThan(50);
});
