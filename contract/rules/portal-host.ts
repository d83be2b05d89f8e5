/** The rule for the own addresses of portals. Stored and compared in punycode, shown in Unicode where that is safe. */

import { isUnambiguous } from './domain.ts';

const invalidPortalHost = 'Please enter a name such as stats.client.example.';

/** The TXT record of a host has this name before its own. Nothing in it names the product. */
export const proofPrefix = '_portal-proof.';

/** IDNA: the ASCII form of a host, or '' for an invalid one. Node and browsers have different functions for it. */
type ToAscii = (host: string) => string;

export type PortalHost = { host: string } | { problem: string };

const hostMax = 253 - proofPrefix.length;
const hostName = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** Browsers read a name with such a last part as an IPv4 address. */
const endsAsAddress = /(^|\.)(\d+|0x[\da-f]*)$/;

/**
 * The host in an entered text, in ASCII: `https://Stats.Client.example/` is `stats.client.example`. `www.` stays, because
 * browsers compare the whole name.
 */
export function toPortalHost(entered: string, toAscii: ToAscii): PortalHost {
  const text = entered
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '');
  if (text.includes('*'))
    return { problem: 'Please enter one name. An address for all names below it is not possible.' };
  if (text.includes('@')) return { problem: invalidPortalHost };
  if (/[/?#\\]/.test(text)) return { problem: 'Please enter the name alone, without a path.' };
  if (text.startsWith('[') || (text.match(/:/g)?.length ?? 0) > 1) return { problem: noAddress };
  if (text.includes(':')) return { problem: 'Please enter the name without a port.' };
  const host = toAscii(text.replace(/[.\u3002\uff0e\uff61]$/, '')).toLowerCase();
  if (endsAsAddress.test(host)) return { problem: noAddress };
  if (host === 'localhost' || host.endsWith('.localhost'))
    return { problem: 'Please enter a name that other machines can reach.' };
  if (host !== '' && !host.includes('.'))
    return { problem: `${invalidPortalHost} It needs at least one dot.` };
  return host.length <= hostMax && hostName.test(host) ? { host } : { problem: invalidPortalHost };
}

const noAddress = 'Please enter a name instead of an IP address.';

/** Whether a host, given in ASCII and in Unicode, has letters that look like others. */
export const isLookalike = (host: string, unicode: string): boolean =>
  host.includes('xn--') && !isUnambiguous(unicode);
