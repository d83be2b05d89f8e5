import { toDomain } from './domain.ts';

export const invalidHostName = 'Please enter a host such as blog.shop.example or *.shop.example.';

const wildcard = '*.';

/**
 * A further host of a site as it is stored: a domain as in `toDomain`, or `*.` and a domain for all hosts below it. A
 * star at another place, above a top-level domain or before an IP address is not a host.
 */
export function toHostName(entered: string, toAscii: (host: string) => string): string | undefined {
  const text = entered.trim().replace(/^https?:\/\/(?=\*\.)/i, '');
  if (!text.startsWith(wildcard)) return toDomain(text, toAscii);
  const base = text.slice(wildcard.length);
  // `toDomain` leaves out www, and `*.www.shop.example` would become all hosts below shop.example.
  if (/^www\./i.test(base)) return undefined;
  const domain = toDomain(base, toAscii);
  if (domain === undefined || !domain.includes('.') || /(^|\.)\d+$/.test(domain)) return undefined;
  return wildcard + domain;
}
