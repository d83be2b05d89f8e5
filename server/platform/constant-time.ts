import { setTimeout as wait } from 'node:timers/promises';

/** Well above the slowest path on an idle machine: one hash, some queries, one mail. */
export const defaultSlotMs = 700;

/**
 * Waits for the next slot: a multiple of `slotMs` after `begunAt` (by `performance.now`). A busy machine may need a
 * later slot; a few milliseconds of additional work do not show there either.
 */
export async function waitForSlot(begunAt: number, slotMs: number): Promise<void> {
  const elapsedMs = performance.now() - begunAt;
  await wait(Math.max(1, Math.ceil(elapsedMs / slotMs)) * slotMs - elapsedMs);
}

/**
 * Runs the work and settles in a constant-time slot, whether it succeeds or fails: the response time must not reveal
 * whether an address has an account.
 */
export async function runInSlot<Result>(slotMs: number, work: () => Promise<Result>): Promise<Result> {
  const begunAt = performance.now();
  try {
    return await work();
  } finally {
    await waitForSlot(begunAt, slotMs);
  }
}
