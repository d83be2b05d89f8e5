import { domainToASCII, domainToUnicode } from 'node:url';
import { invalidDomain, isUnambiguous, toDomain } from '../../contract/rules/domain.ts';
import { parseUrl } from '../../contract/rules/network/parse-url.ts';
import { AppError } from './errors.ts';

/** Returns the domain in punycode, as it is stored and compared. Throws if the input contains no valid domain. */
export function requireDomain(entered: string): string {
  const domain = toDomain(entered, domainToASCII);
  if (domain === undefined) throw new AppError(400, 'invalid-request', invalidDomain, { field: 'domain' });
  return domain;
}

/**
 * The readable form: `xn--mnchen-3ya.example` becomes `münchen.example`, unless that could be mistaken for another
 * name.
 */
export function toDisplayDomain(domain: string): string {
  const shown = domainToUnicode(domain);
  return shown !== '' && isUnambiguous(shown) ? shown : domain;
}

/** The host name in an Origin over http or https, on any port; '' without one. */
export function toOriginHost(origin: string): string {
  return /^https?:\/\//.test(origin) ? (parseUrl(origin)?.hostname ?? '') : '';
}

/** Whether a host name (in ASCII, as the URL parser returns it) is the company's domain, with or without www. */
export function isSiteHost(host: string, domain: string): boolean {
  return host === domain || host === `www.${domain}`;
}
