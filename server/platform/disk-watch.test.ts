import { expect, test } from 'vitest';
import { DiskWatch } from './disk-watch.ts';
import { Metrics } from './metrics/metrics.ts';

const minute = 60_000;

function aWatch() {
  const disk = { free: 1_000, isBroken: false };
  const lines: string[] = [];
  const log = (_details: object, message: string) => lines.push(message);
  const watch = new DiskWatch({
    folder: '/data',
    reserveBytes: 500,
    metrics: new Metrics(),
    log: { warn: log, info: log },
    readFreeBytes: async () => {
      if (disk.isBroken) throw new Error('ENOSYS');
      return disk.free;
    },
  });
  return { watch, disk, lines };
}

test('tracking stops below the reserve and resumes above it, each with a log line', async () => {
  const { watch, disk, lines } = aWatch();
  await watch.check(0);
  watch.requireSpace();
  disk.free = 499;
  await watch.check(minute);
  expect(() => watch.requireSpace()).toThrow(expect.objectContaining({ status: 503 }));
  await watch.check(2 * minute);
  expect(lines).toEqual([expect.stringContaining('almost full')]);
  disk.free = 500;
  await watch.check(3 * minute);
  watch.requireSpace();
  expect(lines).toHaveLength(2);
});

test('a disk that stays full is logged again after ten minutes', async () => {
  const { watch, disk, lines } = aWatch();
  disk.free = 0;
  for (let at = 0; at <= 20; at += 1) await watch.check(at * minute);
  expect(lines).toHaveLength(3);
});

test('a file system without usage information stops nothing', async () => {
  const { watch, disk, lines } = aWatch();
  disk.isBroken = true;
  await watch.check(0);
  await watch.check(minute);
  watch.requireSpace();
  expect(lines).toHaveLength(1);
});
