import { describeBytes } from '../../../../contract/operation/describe-bytes.ts';

/** How often the free space is read while a backup is written. */
const checkEveryMs = 1_000;

interface SpaceGuardDeps {
  readFreeBytes: () => Promise<number>;
  /** Stays free, as on the disk of the database (DISK_RESERVE_MB). */
  reserveBytes: number;
}

/** Throws if a backup of this size would use space of the reserve. */
export async function requireFreeSpace(
  { readFreeBytes, reserveBytes }: SpaceGuardDeps,
  expectedBytes: number,
): Promise<void> {
  const freeBytes = await readFreeBytes();
  if (freeBytes - expectedBytes >= reserveBytes) return;
  throw new Error(
    `There is too little space in the backup folder: ${describeBytes(freeBytes)} are free. The last backup has ${describeBytes(expectedBytes)}, and ${describeBytes(reserveBytes)} must stay free (DISK_RESERVE_MB).`,
  );
}

/** Aborts its signal when the free space falls below the reserve. Call `stop` afterwards. */
export function watchFreeSpace({ readFreeBytes, reserveBytes }: SpaceGuardDeps): {
  signal: AbortSignal;
  stop: () => void;
} {
  const controller = new AbortController();
  const check = async () => {
    // A file system that does not report its free space does not end a backup.
    const freeBytes = await readFreeBytes().catch(() => Number.POSITIVE_INFINITY);
    if (freeBytes >= reserveBytes) return;
    const error = new Error(
      `The backup was ended because only ${describeBytes(freeBytes)} were free in the backup folder, and ${describeBytes(reserveBytes)} must stay free (DISK_RESERVE_MB).`,
    );
    controller.abort(error);
  };
  const timer = setInterval(check, checkEveryMs).unref();
  return { signal: controller.signal, stop: () => clearInterval(timer) };
}
