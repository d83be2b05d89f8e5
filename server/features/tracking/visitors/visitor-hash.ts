import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { VisitorSalt } from './visitor-salts.ts';

const hashesMax = 20_000;
/** Block size of SHA-256 in bytes. */
const blockBytes = 64;

/** The two keyed blocks of HMAC (RFC 2104), which depend on the key alone. */
export interface HmacKey {
  inner: Buffer;
  outer: Buffer;
}

export function toHmacKey(key: Buffer): HmacKey {
  if (key.length > blockBytes) throw new Error('keys longer than a block are not supported');
  const inner = Buffer.alloc(blockBytes, 0x36);
  const outer = Buffer.alloc(blockBytes, 0x5c);
  for (const [at, byte] of key.entries()) {
    inner[at] = byte ^ 0x36;
    outer[at] = byte ^ 0x5c;
  }
  return { inner, outer };
}

/**
 * The first 8 bytes of HMAC-SHA-256 as a signed big-endian integer. Decimal text, because a number of JavaScript holds
 * only 53 bits exactly. Two calls of `hash` take a third of the time of an Hmac object, which the collector frees late.
 */
export function toVisitorHash({ key }: VisitorSalt, text: string): string {
  const inner = hash('sha256', Buffer.concat([key.inner, Buffer.from(text)]), 'buffer');
  return hash('sha256', Buffer.concat([key.outer, inner]), 'buffer')
    .readBigInt64BE(0)
    .toString();
}

/** Hashes of the visitors and tabs seen last, because each sends several events. Never of an address. */
export class RecentHashes {
  readonly #hashes = new LRUCache<string, string>({ max: hashesMax });

  /** `text` must not contain an address. */
  toHash(salt: VisitorSalt, text: string): string {
    const key = salt.id + text;
    const known = this.#hashes.get(key);
    if (known !== undefined) return known;
    const made = toVisitorHash(salt, text);
    this.#hashes.set(key, made);
    return made;
  }

  /** To be called when a salt is destroyed: a pair of text and hash would tell who it was. */
  clear(): void {
    this.#hashes.clear();
  }
}

/** The text hashed for a person's network: all visitors with one address and user agent share it. */
export function toNetworkText(address: string, userAgent: string): string {
  return `n:${address}\n${userAgent}`;
}

/** An IPv4 address written as IPv6 (`::ffff:203.0.113.7`) is the same visitor. */
export function toVisitorAddress(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}
