import { randomBytes } from 'node:crypto';

const counterMax = 0xfff;
let lastMs = 0;
let counter = 0;

/**
 * Creates a UUID of version 7 (RFC 9562, method 1). The ids of one process sort by creation, even within a
 * millisecond.
 */
export function createUuidV7(at: Date): string {
  const ms = Math.max(at.getTime(), lastMs);
  counter = ms > lastMs ? 0 : counter + 1;
  // More than 4,096 ids in a millisecond use the next one.
  lastMs = counter > counterMax ? ms + 1 : ms;
  if (counter > counterMax) counter = 0;
  const bytes = randomBytes(16);
  bytes.writeUIntBE(lastMs, 0, 6);
  bytes.writeUInt16BE(0x7000 | counter, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
