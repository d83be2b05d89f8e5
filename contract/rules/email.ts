/**
 * The one rule for email addresses, for pages and server. No zod here: marketing pages load it.
 * Accounts accept fewer addresses: see `isAccountEmail` in accounts.ts.
 */

export const invalidEmail = 'Please enter a valid email address';

// Of RFC 5322's addr-spec what people have: no quoted local part, no comments, no address in brackets, no route.
const atom = "[\\p{L}\\p{N}!#$%&'*+/=?^_`{|}~-]+";
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?';
// The last label begins with a letter: four numbers are an IP address, not a domain.
const address = new RegExp(
  `^(?=[^@]{1,64}@.{1,253}$)${atom}(?:\\.${atom})*@(?:${label}\\.)+(?=\\p{L})${label}$`,
  'u',
);

export const isEmailAddress = (text: string): boolean => address.test(text);

/** Without white space around it, and without a comma, semicolon or full stop left over from a sentence or list. */
export function cleanEmail(text: string): string {
  let end = text.length;
  while (/[\s,;.]/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end).trimStart();
}
