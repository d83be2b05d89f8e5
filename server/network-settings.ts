import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { apiPaths } from '../contract/paths.ts';
import { toHostname } from './platform/http/allowed-hosts.ts';
import { isProxyRange } from './platform/http/trusted-proxies.ts';
import { type AllowedTarget, toAllowedTarget } from './platform/outbound/allowed-targets.ts';

// Shapes of settings in `config.ts` that are about host names and addresses.

const proxyForms =
  'a number of proxies (such as 1), or their addresses (such as loopback, 10.0.0.0/8; a range no wider than /8)';
const trustsAnyAddress = `must not be true: any client could then choose its own address with X-Forwarded-For. Set it to ${proxyForms}`;

/** The number of proxies, or their addresses. */
export const trustProxy = z
  .string()
  .superRefine((text, context) => {
    if (text === 'true') context.addIssue({ code: 'custom', message: trustsAnyAddress });
    else if (!/^(false|\d)$/.test(text) && !text.split(',').every((part) => isProxyRange(part.trim())))
      context.addIssue({ code: 'custom', message: `must be ${proxyForms}` });
  })
  .transform((text): false | number | string =>
    text === 'false' || text === '0' ? false : /^\d$/.test(text) ? Number(text) : text,
  );

export const allowedHosts = z
  .string()
  .transform((text) => text.split(',').map((name) => domainToASCII(name.trim())))
  .refine((names) => names.every((name) => toHostname(name) === name), {
    error: 'must be names such as agency.lan, separated by commas, without scheme, port or path',
  });

/** Addresses of proxies, separated by commas. */
export const proxyRanges = z
  .string()
  .refine((text) => text.split(',').every((part) => isProxyRange(part.trim())), {
    error: 'must be addresses (such as 10.0.0.7, 172.16.0.0/12; a range no wider than /8)',
  });

/** An address, with a port if it is another one than 53: `192.0.2.1`, `127.0.0.1:5353`, `[::1]:5353`. */
function isDnsServer(text: string): boolean {
  if (isIP(text) !== 0) return true;
  const [, bracketed, plain, port] = /^(?:\[(.+)\]|([\d.]+)):(\d{1,5})$/.exec(text) ?? [];
  return isIP(bracketed ?? plain ?? '') !== 0 && Number(port) >= 1 && Number(port) <= 65_535;
}

export const dnsServers = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((servers) => servers.every(isDnsServer), {
    error: 'must be addresses such as 192.0.2.1 or 127.0.0.1:5353, separated by commas',
  });

/** Hosts, with or without a port, that this server may send requests to although they are not public. */
export const allowedTargets = z
  .string()
  .transform((text) => text.split(',').map((part) => toAllowedTarget(part.trim())))
  .refine((targets) => targets.every((target) => target !== undefined), {
    error: 'must be hosts such as intranet.example or 10.0.0.7:8080, separated by commas',
  })
  .transform((targets) => targets.filter((target): target is AllowedTarget => target !== undefined));

/** Paths of the script and its endpoint, which content blockers know by their usual names. */
export const trackingScriptPath = z.string().regex(/^\/(?!t-)[a-z][a-z0-9-]{0,39}\.js$/, {
  error: 'must be a path such as /site-figures.js, of small letters, digits and hyphens',
});
export const trackingEndpointPath = z
  .string()
  .regex(/^(\/[a-z][a-z0-9-]{0,39}){1,3}$/, {
    error: 'must be a path such as /site-figures, of small letters, digits, hyphens and slashes',
  })
  .refine((path) => !/^\/(api|admin|account|assets)(\/|$)/.test(path) || path === apiPaths.trackAnalytics, {
    error: 'must not begin with /api, /admin, /account or /assets',
  });
