import assert from 'node:assert/strict';

export const appSecret = 'one secret for all instances of a scenario';

/** The servers and data on which scenarios run. */
export interface Environment {
  /** A PostgreSQL server, as a role that may create databases. Each scenario creates its own. */
  adminUrl: string;
  /** True: the PostgreSQL server was started for the scenarios and may be crashed. */
  ownsDatabase: boolean;
  /** True: few rounds and short outages, for every test run. */
  isQuick: boolean;
  log: (line: string) => void;
}

/** The result of a scenario that kept its promise; otherwise it throws. */
export interface Outcome {
  acknowledged?: number;
  found?: number;
  /** The longest time until events were accepted again. */
  recoverySeconds?: number;
  note?: string;
  /** Why it could not run here. */
  skipped?: string;
}

export interface Scenario {
  name: string;
  promise: string;
  /** True: too long for `npm test`, even in its quick version. */
  isLong?: true;
  run: (environment: Environment) => Promise<Outcome>;
}

/** Polls a condition every 20 ms, for at most 90 seconds. */
export async function waitUntil(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 90_000;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`timed out waiting until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export async function secondsUntil(what: string, isTrue: () => boolean | Promise<boolean>): Promise<number> {
  const began = performance.now();
  await waitUntil(what, isTrue);
  return (performance.now() - began) / 1000;
}

/** Checks a time limit, except in quick rounds: a busy machine must not fail a test. */
export function assertWithin({ isQuick }: Environment, limit: number, seconds: number): void {
  assert(isQuick || seconds <= limit, `it took ${seconds.toFixed(1)} s; the promise is ${limit} s`);
}
