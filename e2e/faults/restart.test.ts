import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { makeDataDir, startNorthlight } from '../northlight.ts';
import { isAlive, workersOf } from '../processes.ts';

test('a start whose port is taken ends at once with the reason', async () => {
  const { dataDir, remove } = makeDataDir();
  // Keeps the port open: on some systems a port stays reserved for a moment after it is closed.
  const taken = createServer((socket) => socket.destroy()).listen(0, 'localhost');
  await once(taken, 'listening');
  const { port } = z.object({ port: z.number() }).parse(taken.address());
  try {
    const failed = startNorthlight({ dataDir, port });
    await expect(failed).rejects.toThrow(/ended with 1[\s\S]*EADDRINUSE/);
    await expect(failed).rejects.not.toThrow(/restarting it/);
  } finally {
    taken.close();
    remove();
  }
});

test('a parent that is killed leaves no serving process behind, and one that is told to end takes it along', async () => {
  const { dataDir, remove } = makeDataDir();
  let northlight = await startNorthlight({ dataDir });
  const orphans = workersOf(northlight.pid);
  expect(orphans).toHaveLength(1);
  await northlight.kill();
  await expect.poll(() => orphans.filter(isAlive)).toEqual([]);

  northlight = await startNorthlight({ dataDir, port: northlight.port });
  const workers = workersOf(northlight.pid);
  expect(await northlight.stop()).toBe(0);
  expect(workers.filter(isAlive)).toEqual([]);
  remove();
});

test('a stop between a crash and the restart ends in good order', async () => {
  const { dataDir, remove } = makeDataDir();
  const northlight = await startNorthlight({ dataDir });
  const [victim = 0] = workersOf(northlight.pid);
  process.kill(victim, 'SIGKILL');
  await expect.poll(() => isAlive(victim)).toBe(false);
  expect(await northlight.stop()).toBe(0);
  expect(workersOf(northlight.pid)).toEqual([]);
  remove();
});
