/** For tests of what is answered, not of how fast: a busy machine needs more than the usual five seconds. */
export const unhurriedLimits = { timeoutMs: 300_000 };
