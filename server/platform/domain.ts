import { domainToASCII, domainToUnicode } from 'node:url';
import { invalidDomain, isUnambiguous, toDomain } from '../../contract/rules/domain.ts';
import { AppError } from './errors.ts';

/** The domain in punycode, as it is stored and compared. Throws when there is none in what was entered. */
export function requireDomain(entered: string): string {
  const domain = toDomain(entered, domainToASCII);
  if (domain === undefined) throw new AppError(400, 'invalid-request', invalidDomain, { field: 'domain' });
  return domain;
}

/** The domain as people read it: `xn--mnchen-3ya.example` is `münchen.example`, unless it imitates another name. */
export function toDisplayDomain(domain: string): string {
  const shown = domainToUnicode(domain);
  return shown !== '' && isUnambiguous(shown) ? shown : domain;
}

/** Whether an Origin is the company's domain, bare or www, over http or https, on any port. */
export function isSameSite(origin: string, domain: string): boolean {
  if (!/^https?:\/\//.test(origin) || !URL.canParse(origin)) return false;
  return isSiteHost(new URL(origin).hostname, domain);
}

/** Whether a host name (in ASCII, as the URL parser leaves it) is the company's domain, bare or www. */
export function isSiteHost(host: string, domain: string): boolean {
  return host === domain || host === `www.${domain}`;
}
