import ipaddr from 'ipaddr.js';

/** The only IPv6 addresses that are given to hosts of the internet. */
const globalUnicast = ipaddr.IPv6.parse('2000::');
/** Ranges inside of it without hosts of the internet: protocols, documentation, and 6to4, whose relays are gone. */
const withoutHosts = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map((range) =>
  ipaddr.IPv6.parseCIDR(range),
);
/** IPv4 addresses behind a translator (NAT64): the network of a server may reach the internet only through it. */
const translated = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Whether an address belongs to a host of the internet, as opposed to this machine, a private network, or a range with a
 * special purpose. What embeds an IPv4 address is judged by that. False for what is no address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast';
  if (address.match(translated)) {
    const embedded = new ipaddr.IPv4(address.toByteArray().slice(12));
    return embedded.range() === 'unicast';
  }
  const isGlobal = address.match(globalUnicast, 3) && !withoutHosts.some((range) => address.match(range));
  return isGlobal && address.range() === 'unicast';
}
