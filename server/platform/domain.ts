import { domainToASCII } from 'node:url';
import { AppError } from './errors.ts';

const hostName = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The host name a person meant: `https://www.Shop.example/` is `shop.example`, umlauts become
 * punycode, `localhost` and an IPv4 address stay. Throws when there is none.
 */
export function toDomain(input: string): string {
  const bare = input
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/^[^/@]*@/, '')
    .replace(/[/?#].*$/s, '')
    .replace(/:\d+$/, '')
    .replace(/\.$/, '');
  const ascii = domainToASCII(bare).replace(/^www\.(?=.+\.)/, '');
  const isName = hostName.test(ascii) && (ascii.includes('.') || ascii === 'localhost');
  if (!isName) {
    throw new AppError(400, 'invalid-request', 'Please enter a domain such as shop.example.');
  }
  return ascii;
}

/** Whether an Origin is the company's domain, bare or www, over http or https, on any port. */
export function isSameSite(origin: string, domain: string): boolean {
  if (!/^https?:\/\//.test(origin) || !URL.canParse(origin)) return false;
  const host = new URL(origin).hostname;
  return host === domain || host === `www.${domain}`;
}
