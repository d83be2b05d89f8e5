import { createHmac } from 'node:crypto';
import { isIPv6, SocketAddress } from 'node:net';
import type { VisitorSalt } from './visitor-salts.ts';

/**
 * A visitor, tab or network id: the first 8 bytes of HMAC-SHA-256 as a signed big-endian integer. Decimal text,
 * because a number of JavaScript holds only 53 bits exactly.
 */
export function toVisitorHash({ salt }: VisitorSalt, text: string): string {
  return createHmac('sha256', salt).update(text).digest().readBigInt64BE(0).toString();
}

/** The text hashed for a person's network: all visitors with one address and user agent share it. */
export function toNetworkText(address: string, userAgent: string): string {
  return `n:${address}\n${userAgent}`;
}

/**
 * An address in the one notation that hashes contain: `::ffff:203.0.113.7` is `203.0.113.7`, and the port is left out
 * that some proxies write behind it (`203.0.113.7:51234`). Text that is not an address is returned unchanged.
 */
export function toVisitorAddress(text: string): string {
  if (!text.includes(':')) return text;
  const bare = /^(\d+(?:\.\d+){3}):\d+$/.exec(text)?.[1] ?? /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? text;
  // Link-local addresses name the network interface behind a percent sign.
  if (!isIPv6(bare) || bare.includes('%')) return bare;
  const { address } = new SocketAddress({ address: bare, family: 'ipv6' });
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}
