import { isIPv4, isIPv6 } from 'node:net';

/**
 * The key under which an address is limited: IPv4 whole, IPv6 by its /64, the smallest network one
 * customer gets. IPv4 inside IPv6 (::ffff:a.b.c.d) counts as IPv4.
 */
export function toLimitKey(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const tailGroups = tail === '' ? 0 : tail.split(':').length;
    while (groups.length + tailGroups < 8 && groups.length < 4) groups.push('0');
    groups.push(...tail.split(':'));
  }
  return `${groups
    .slice(0, 4)
    .map((group) => (Number.parseInt(group, 16) || 0).toString(16))
    .join(':')}::/64`;
}

/** An address shortened to its network (IPv4 /24, IPv6 /48): tells a provider and a region, not a person. */
export function toNetwork(address: string): string {
  const key = toLimitKey(address);
  if (isIPv4(key)) return key.replace(/\.\d+$/, '.0');
  const groups = key.replace('::/64', '').split(':').slice(0, 3);
  return isIPv6(address) ? `${groups.join(':')}::` : '';
}
