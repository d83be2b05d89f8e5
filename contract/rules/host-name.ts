import { toDomain } from './domain.ts';
import { parseUrl } from './network/parse-url.ts';

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

export const invalidEmbedHost = 'Please enter a host such as intranet.client.example.';

const anyHostName =
  /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The host, with its port unless it is the usual one, of a page that may show a shared view in a frame:
 * `https://Intranet.client.example/start` is `intranet.client.example`. Undefined without a host name. The result is part of
 * a Content-Security-Policy, which knows no IP addresses but 127.0.0.1. `www.` stays: browsers compare the whole name.
 */
export function toEmbedHost(entered: string): string | undefined {
  const text = entered.trim().replace(/^https?:\/\//i, '');
  const hostname = text.includes('@') ? undefined : parseUrl(`https://${text}`)?.hostname;
  if (hostname === undefined) return undefined;
  const isName = anyHostName.test(hostname) && (hostname.includes('.') || hostname === 'localhost');
  const isAddress = /(^|\.)\d+$/.test(hostname) && hostname !== '127.0.0.1';
  if (!isName || isAddress) return undefined;
  const [, port = '443'] = /^[^/?#]*:(\d+)(?:[/?#]|$)/.exec(text) ?? [];
  return Number(port) === 443 ? hostname : `${hostname}:${Number(port)}`;
}
