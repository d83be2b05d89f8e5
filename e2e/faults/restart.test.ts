import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { makeDataDir, startNorthlight } from '../northlight.ts';
import { isAlive, listWorkers } from '../processes.ts';

test('a start on a port in use exits at once and names the reason', async () => {
  const { dataDir, remove } = makeDataDir();
  // Keeps the port open: on some systems a closed port stays reserved for a moment.
  const blocker = createServer((socket) => socket.destroy()).listen(0, 'localhost');
  await once(blocker, 'listening');
  const { port } = z.object({ port: z.number() }).parse(blocker.address());
  try {
    const failed = startNorthlight({ dataDir, port });
    await expect(failed).rejects.toThrow(/exited with 1[\s\S]*EADDRINUSE/);
    await expect(failed).rejects.not.toThrow(/restarting it/);
  } finally {
    blocker.close();
    remove();
  }
});

test('workers exit when their parent is killed and when it is stopped', async () => {
  const { dataDir, remove } = makeDataDir();
  let northlight = await startNorthlight({ dataDir });
  const orphans = listWorkers(northlight.pid);
  expect(orphans).toHaveLength(1);
  await northlight.kill();
  await expect.poll(() => orphans.filter(isAlive)).toEqual([]);

  northlight = await startNorthlight({ dataDir, port: northlight.port });
  const workers = listWorkers(northlight.pid);
  expect(await northlight.stop()).toBe(0);
  expect(workers.filter(isAlive)).toEqual([]);
  remove();
});

test("a stop between a worker's crash and its restart exits with 0", async () => {
  const { dataDir, remove } = makeDataDir();
  const northlight = await startNorthlight({ dataDir });
  const [victim = 0] = listWorkers(northlight.pid);
  process.kill(victim, 'SIGKILL');
  await expect.poll(() => isAlive(victim)).toBe(false);
  expect(await northlight.stop()).toBe(0);
  expect(listWorkers(northlight.pid)).toEqual([]);
  remove();
});
