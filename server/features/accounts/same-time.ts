import { setTimeout as wait } from 'node:timers/promises';

/** Well above what the slowest way through takes on an idle machine: a hash, some statements, a mail. */
const floorMs = 700;

/** Waits for the time at which a call that began then (by `performance.now`) may be answered. */
export async function waitForSameTime(begunAt: number): Promise<void> {
  const leftMs = begunAt + floorMs - performance.now();
  if (leftMs > 0) await wait(leftMs);
}

/**
 * Runs the work and settles no sooner than the floor, whether it did much, little or failed: the time an
 * answer takes must not tell whether an address is known.
 */
export async function takeSameTime<Result>(work: () => Promise<Result>): Promise<Result> {
  const begunAt = performance.now();
  try {
    return await work();
  } finally {
    await waitForSameTime(begunAt);
  }
}
