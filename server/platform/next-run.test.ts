import { expect, test } from 'vitest';
import { shareNextRun } from './next-run.ts';

/** Work that ends when the test wants. */
function someWork() {
  const ends: ((error?: Error) => void)[] = [];
  const run = shareNextRun(
    () =>
      new Promise((resolve, reject) => {
        ends.push((error) => (error ? reject(error) : resolve()));
      }),
  );
  const hasStarted = (runs: number) => expect.poll(() => ends.length).toBe(runs);
  return { run, ends, hasStarted };
}

test('calls during a run share the next one, and wait for no later one', async () => {
  const { run, ends, hasStarted } = someWork();
  const first = run();
  await hasStarted(1);
  const shared = [run(), run()];
  ends[0]?.();
  await first;
  await hasStarted(2);
  const later = run();
  ends[1]?.();
  await Promise.all(shared);
  await hasStarted(3);
  ends[2]?.();
  await later;
  expect(ends).toHaveLength(3);
});

test('a run that fails is the error of its calls, and not of the next', async () => {
  const { run, ends, hasStarted } = someWork();
  const failing = run();
  await hasStarted(1);
  const next = run();
  ends[0]?.(new Error('lost'));
  await expect(failing).rejects.toThrow('lost');
  await hasStarted(2);
  ends[1]?.();
  await next;
});
