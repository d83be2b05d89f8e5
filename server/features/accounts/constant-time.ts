import { setTimeout as wait } from 'node:timers/promises';

/** Well above what the slowest way through takes on an idle machine: a hash, some statements, a mail. */
export const usualBeatMs = 700;

/**
 * Waits for the beat on which a call that began then (by `performance.now`) is answered: the first, or on a
 * machine too busy for it the next, so that a few milliseconds more of work do not show there either.
 */
export async function waitForSameTime(begunAt: number, beatMs: number): Promise<void> {
  const elapsedMs = performance.now() - begunAt;
  await wait(Math.max(1, Math.ceil(elapsedMs / beatMs)) * beatMs - elapsedMs);
}

/**
 * Runs the work and settles on the beat, whether it did much, little or failed: the time an answer takes
 * must not tell whether an address is known.
 */
export async function takeSameTime<Result>(beatMs: number, work: () => Promise<Result>): Promise<Result> {
  const begunAt = performance.now();
  try {
    return await work();
  } finally {
    await waitForSameTime(begunAt, beatMs);
  }
}
