import { BlockList, isIP } from 'node:net';
import { parseNetwork } from '../../../contract/rules/network/network.ts';
import { matchesPathPattern } from '../../../contract/rules/path-pattern.ts';
import { isSiteHost } from '../../platform/domain.ts';
import type { TrackedCompanyRow } from './companies.queries.ts';

/** The part of a company that tracking needs. */
export interface TrackedCompany {
  /** Whether a host name (in ASCII, as the URL parser returns it) is one of the site's. */
  hasHost: (host: string) => boolean;
  /** Whether the site has more hosts than its domain. */
  hasFurtherHosts: boolean;
  currency: string;
  /** Largest amount of one order, in units of the currency. */
  orderAmountMax: number;
  /** IANA name. An event belongs to the day it has in this zone. */
  timeZone: string;
  /** False: a visitor id that an event carries must be ignored. */
  storesVisitorId: boolean;
  hasHashRouting: boolean;
  /** Whether a path, as events store it, is left out. Undefined: none is. */
  excludesPath: ((path: string) => boolean) | undefined;
  /** Whether a sender, as `toVisitorAddress` returns it, is left out. Undefined: none is. */
  excludesAddress: ((address: string) => boolean) | undefined;
}

/** Compiles the settings once for all events until they change. Empty lists cost nothing for an event. */
export function toTrackedCompany(row: TrackedCompanyRow): TrackedCompany {
  return {
    hasHost: compileHosts(row.domain, row.host_names),
    hasFurtherHosts: row.host_names.length > 0,
    currency: row.currency,
    orderAmountMax: row.order_amount_max,
    timeZone: row.time_zone,
    storesVisitorId: row.stores_visitor_id,
    hasHashRouting: row.has_hash_routing,
    excludesPath: compilePaths(row.excluded_paths),
    excludesAddress: compileAddresses(row.excluded_addresses),
  };
}

function compileHosts(domain: string, hostNames: string[]): TrackedCompany['hasHost'] {
  // With the dot, so that `*.shop.example` is neither shop.example nor evil-shop.example.
  const endings = hostNames.filter((name) => name.startsWith('*.')).map((name) => name.slice(1));
  const names = [domain, ...hostNames.filter((name) => !name.startsWith('*.'))];
  return (host) =>
    names.some((name) => isSiteHost(host, name)) ||
    endings.some((ending) => host.length > ending.length && host.endsWith(ending));
}

/** Paths of events are escaped as in URLs, and patterns are typed as people read them. */
const escapePath = (pattern: string) =>
  pattern.replace(/[^\x21-\x7e]+|["<>`{}]/g, (part) => encodeURIComponent(part));

function compilePaths(patterns: string[]): TrackedCompany['excludesPath'] {
  if (patterns.length === 0) return undefined;
  const escaped = patterns.map(escapePath);
  return (path) => escaped.some((pattern) => matchesPathPattern(pattern, path));
}

function compileAddresses(networks: string[]): TrackedCompany['excludesAddress'] {
  if (networks.length === 0) return undefined;
  const list = new BlockList();
  for (const text of networks) {
    const network = parseNetwork(text);
    if (network) list.addSubnet(network.address, network.prefix, network.family);
  }
  return (address) => {
    const version = isIP(address);
    return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6');
  };
}
