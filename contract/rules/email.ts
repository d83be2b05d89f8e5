/**
 * The rule for email addresses, used by pages and server. Without zod, because marketing pages load this file.
 * Accounts accept fewer addresses: see `isAccountEmail` in accounts.ts.
 */

export const invalidEmail = 'Please enter a valid email address';

// The part of RFC 5322's addr-spec that is in use: no quoted local part, comment, address in brackets or route.
const atom = "[\\p{L}\\p{N}!#$%&'*+/=?^_`{|}~-]+";
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?';
// The last label begins with a letter: four numbers are an IP address, not a domain.
const address = new RegExp(
  `^(?=[^@]{1,64}@.{1,253}$)${atom}(?:\\.${atom})*@(?:${label}\\.)+(?=\\p{L})${label}$`,
  'u',
);

export const isEmailAddress = (text: string): boolean => address.test(text);

/** Removes white space on both ends, and a comma, semicolon or full stop copied from a sentence or list. */
export function cleanEmail(text: string): string {
  let end = text.length;
  while (/[\s,;.]/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end).trimStart();
}
