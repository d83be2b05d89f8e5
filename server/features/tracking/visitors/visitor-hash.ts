import { createHmac } from 'node:crypto';
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

/** An IPv4 address written as IPv6 (`::ffff:203.0.113.7`) is the same visitor. */
export function toVisitorAddress(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}
