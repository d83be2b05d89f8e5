import ipaddr from 'ipaddr.js';

/** Prefixes of IPv6 addresses that contain an IPv4 address, and the index of the group in which it starts. */
const embeddedIpv4 = [
  { prefix: '::ffff:0:0/96', group: 6 },
  // NAT64 (RFC 6052), the translated form of RFC 7915, and 6to4 (RFC 3056).
  { prefix: '64:ff9b::/96', group: 6 },
  { prefix: '::ffff:0:0:0/96', group: 6 },
  { prefix: '2002::/16', group: 1 },
].map(({ prefix, group }) => ({ range: ipaddr.IPv6.parseCIDR(prefix), group }));

/** The shared key of all requests for which a proxy forwarded something other than an address. */
const unknownAddressKey = 'unknown';

/**
 * The key of an address in rate limits: the whole IPv4 address, or the /64 of an IPv6 address, the smallest network
 * that providers assign. IPv4 written as IPv6 counts as IPv4 in every notation. Accepts an address with a port.
 */
export function toLimitKey(address: string): string {
  const parsed = parseAddress(address);
  if (!parsed) return unknownAddressKey;
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${toGroups(parsed, 4)}::/64`;
}

/**
 * The address shortened to its network (IPv4 /24, IPv6 /48), which identifies a provider and a region, not a person.
 */
export function toNetwork(address: string): string {
  const parsed = parseAddress(address);
  if (!parsed) return '';
  if (parsed instanceof ipaddr.IPv4) return `${parsed.octets.slice(0, 3).join('.')}.0`;
  return `${toGroups(parsed, 3)}::`;
}

function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // Some proxies write 203.0.113.7:51234 and [2001:db8::1]:51234 into X-Forwarded-For.
  const bare = /^(\d+(?:\.\d+){3}):\d+$/.exec(text)?.[1] ?? /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? text;
  if (!ipaddr.isValid(bare)) return undefined;
  const parsed = ipaddr.parse(bare);
  if (parsed instanceof ipaddr.IPv4) return parsed;
  const embedded = embeddedIpv4.find(({ range }) => parsed.match(range));
  if (!embedded) return parsed;
  const bytes = parsed.toByteArray();
  return new ipaddr.IPv4(bytes.slice(embedded.group * 2, embedded.group * 2 + 4));
}

function toGroups({ parts }: ipaddr.IPv6, count: number): string {
  return parts
    .slice(0, count)
    .map((part) => part.toString(16))
    .join(':');
}
