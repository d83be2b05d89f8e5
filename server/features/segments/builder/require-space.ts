import { statfs } from 'node:fs/promises';
import type { Store } from '../files/store.ts';

/** Throws while the disk of a store has less free space than the reserve. */
export async function requireSpace({ folder }: Store, reserveBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < reserveBytes) throw new Error('the disk is almost full; no segments are built');
}
