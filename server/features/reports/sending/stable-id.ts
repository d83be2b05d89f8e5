import { createHash } from 'node:crypto';

/** The same id for the same parts: what is stored under it is stored once, however often a job is repeated. */
export function toStableId(...parts: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  // The form of a UUID of version 8, whose bits are ours to choose.
  const groups = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `a${hash.slice(17, 20)}`];
  return [...groups, hash.slice(20, 32)].join('-');
}
