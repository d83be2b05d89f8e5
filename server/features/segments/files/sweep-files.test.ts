import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from './store.ts';
import { sweepSpillFolders } from './sweep-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'northlight-sweep-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('temporary folders of killed processes are deleted, those of running ones are kept', async () => {
  const store = await openStore(folder);
  const nowMs = Date.now();
  const twoHoursAgo = new Date(nowMs - 2 * 3_600_000);
  // No system has this many processes.
  const killed = 2 ** 31 - 1;
  for (const [name, at] of [
    [`${killed}-old`, twoHoursAgo],
    [`${killed}-recent`, new Date(nowMs)],
    [`${process.pid}-ours`, twoHoursAgo],
  ] as const) {
    const path = join(folder, 'tmp', name);
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, 'events.csv'), 'exported');
    utimesSync(path, at, at);
  }
  expect(await sweepSpillFolders(store, nowMs)).toBe(1);
  expect(readdirSync(join(folder, 'tmp')).sort()).toEqual([`${killed}-recent`, `${process.pid}-ours`].sort());
  expect(await sweepSpillFolders(store, nowMs)).toBe(0);
});

test('a store without temporary folders is swept too', async () => {
  expect(await sweepSpillFolders(await openStore(folder), Date.now())).toBe(0);
});
