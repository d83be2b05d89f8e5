import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from './store.ts';
import { sweepTemporaryFiles } from './sweep-files.ts';

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
  expect(await sweepTemporaryFiles(store, nowMs)).toBe(1);
  expect(readdirSync(join(folder, 'tmp')).sort()).toEqual([`${killed}-recent`, `${process.pid}-ours`].sort());
  expect(await sweepTemporaryFiles(store, nowMs)).toBe(0);
});

test('what a process with the same number left is deleted after a day, an export after an hour', async () => {
  const store = await openStore(folder);
  const nowMs = Date.now();
  const ago = (hours: number) => new Date(nowMs - hours * 3_600_000);
  const parent = join(folder, 'tmp');
  mkdirSync(join(parent, `${process.pid}-abandoned`), { recursive: true });
  utimesSync(join(parent, `${process.pid}-abandoned`), ago(25), ago(25));
  // Begins with the number of a process that always runs.
  const exports = { old: '1f1f1f1f-0000-4000-8000-000000000000.parquet', recent: `${randomUUID()}.parquet` };
  for (const [name, hours] of [
    [exports.old, 2],
    [exports.recent, 0],
  ] as const) {
    writeFileSync(join(parent, name), 'raw rows');
    utimesSync(join(parent, name), ago(hours), ago(hours));
  }
  expect(await sweepTemporaryFiles(store, nowMs)).toBe(2);
  expect(readdirSync(parent)).toEqual([exports.recent]);
});

test('a store without temporary folders is swept too', async () => {
  expect(await sweepTemporaryFiles(await openStore(folder), Date.now())).toBe(0);
});
