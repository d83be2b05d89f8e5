import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** Whether the address `hop` hops away is a trusted proxy. Hop 0 is the other end of the connection. */
export type IsTrustedProxy = (address: string, hop: number) => boolean;

const named: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

// A wider range would include visitors.
const bitsMin = { ipv4: 8, ipv6: 7 };

/** `trustProxy` is the number of proxies, or their addresses, which `config.ts` checked with `isProxyRange`. */
export function createProxyCheck(trustProxy: false | number | string): IsTrustedProxy {
  if (trustProxy === false) return () => false;
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy;
  const ranges = trustProxy.split(',').flatMap((part) => toRanges(part.trim()));
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    return ranges.some((range) => address.kind() === range[0].kind() && address.match(range));
  };
}

/** Whether the text is an address, a range that is not too wide, or the name of a range such as `loopback`. */
export function isProxyRange(text: string): boolean {
  if (Object.hasOwn(named, text)) return true;
  const [address = '', bits, more] = text.split('/');
  if (more !== undefined || !(ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address)))
    return false;
  if (bits === undefined) return true;
  const parsed = ipaddr.parse(address);
  // An IPv4 address written as IPv6 is compared as IPv4, where the prefix length means something else.
  if (parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress()) return false;
  const bitsMax = parsed.kind() === 'ipv4' ? 32 : 128;
  return /^\d{1,3}$/.test(bits) && Number(bits) >= bitsMin[parsed.kind()] && Number(bits) <= bitsMax;
}

function toRanges(text: string): Range[] {
  return (named[text] ?? [text]).map((each) => {
    if (each.includes('/')) return ipaddr.parseCIDR(each);
    const address = ipaddr.process(each);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  });
}
