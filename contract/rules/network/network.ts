import { parseUrl } from './parse-url.ts';
/** The rule for IP addresses and networks of companies, used by pages and server. */

export const invalidNetwork =
  'Please enter an IP address such as 203.0.113.7 or a network such as 203.0.113.0/24.';
export const tooLargeNetwork = 'Please enter a smaller network: from /8 for IPv4, from /16 for IPv6.';

/** Larger networks would leave out whole countries, and are typing errors. */
const prefixMin = { ipv4: 8, ipv6: 16 };

export interface Network {
  family: 'ipv4' | 'ipv6';
  /** The first address. */
  address: string;
  /** 32 or 128 is a single address. */
  prefix: number;
}

const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;
const ipv6 = /^[\da-f:.]{2,45}$/i;
const mapped = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/;

/** Bytes of an address; undefined for other text. IPv4 written as IPv6 is IPv4, with a prefix that is 96 less. */
function parseAddress(
  text: string,
): { family: Network['family']; groups: number[]; isMapped: boolean } | undefined {
  if (ipv4.test(text)) return { family: 'ipv4', groups: text.split('.').map(Number), isMapped: false };
  const url = text.includes(':') && ipv6.test(text) ? parseUrl(`http://[${text}]`) : undefined;
  if (!url) return undefined;
  const shortest = url.hostname.slice(1, -1);
  const inside = mapped
    .exec(shortest)
    ?.slice(1)
    .map((group) => Number.parseInt(group, 16));
  if (inside)
    return { family: 'ipv4', groups: inside.flatMap((group) => [group >> 8, group & 255]), isMapped: true };
  const [head = '', tail] = shortest.split('::');
  const toGroups = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const [first, last] = [toGroups(head), toGroups(tail ?? '')];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => 0);
  return { family: 'ipv6', groups: [...first, ...zeros, ...last], isMapped: false };
}

/** The network in an entered text, with everything after its prefix set to zero; undefined for other text. */
export function parseNetwork(entered: string): Network | undefined {
  const found = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entered.trim());
  const parsed = parseAddress(found?.[1] ?? '');
  if (!found || !parsed) return undefined;
  const { family, groups, isMapped } = parsed;
  const max = family === 'ipv4' ? 32 : 128;
  const prefix = found[2] === undefined ? max : Number(found[2]) - (isMapped ? 96 : 0);
  if (prefix < 0 || prefix > max) return undefined;
  const bits = family === 'ipv4' ? 8 : 16;
  const masked = groups.map((group, index) => {
    const kept = Math.min(Math.max(prefix - index * bits, 0), bits);
    return group & ~((1 << (bits - kept)) - 1);
  });
  const address =
    family === 'ipv4'
      ? masked.join('.')
      : new URL(`http://[${masked.map((group) => group.toString(16)).join(':')}]`).hostname.slice(1, -1);
  return { family, address, prefix };
}

export const isTooLargeNetwork = ({ family, prefix }: Network) => prefix < prefixMin[family];

/** A network as it is stored and shown: `203.0.113.7`, `203.0.113.0/24`, `2001:db8::/32`. */
export const formatNetwork = ({ family, address, prefix }: Network) =>
  prefix === (family === 'ipv4' ? 32 : 128) ? address : `${address}/${prefix}`;
