const minute = 60;
const hour = 60 * minute;

/** The waits after each failed attempt, in seconds; three days in all. After the last, the message has failed. */
const waits = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];

/** For how long a message belongs to the process that is delivering it. Longer than an attempt. */
export const claimSeconds = 60;

/** A webhook that fails for so long is switched off. */
export const failingDaysMax = 5;

/**
 * The wait in seconds after so many failed attempts; undefined after the last. Up to a tenth longer, so that messages that
 * failed together are not all sent together again.
 * @param chance From 0 to 1.
 */
export function toWait(failedAttempts: number, chance = Math.random()): number | undefined {
  const wait = waits[failedAttempts - 1];
  return wait === undefined ? undefined : Math.round(wait * (1 + chance / 10));
}
