import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { root } from './child-processes.ts';
import { suites } from './suites.ts';

/** About a minute where nothing else runs. Only detects a run that hangs. */
const runMaxMs = 900_000;

let exitCode: number | string | null | undefined;
let output = '';

/** One run of all suites: each would start the processes of the benchmark again, and measure the reference. */
beforeAll(
  () =>
    new Promise<void>((resolve) => {
      const args = ['--import', 'tsx', join(root, 'bench', 'main.ts'), '--smallest'];
      const options = {
        cwd: root,
        env: { ...process.env, NODE_ENV: 'production' },
        timeout: runMaxMs - 10_000,
      };
      execFile(process.execPath, args, options, (error, stdout, stderr) => {
        exitCode = error ? error.code : 0;
        output = stdout + stderr;
        resolve();
      });
    }),
  runMaxMs,
);

test.each(Object.keys(suites))('the suite %s runs to its end and prints its rows', (name) => {
  expect(output).not.toContain(`${name} failed:`);
  if (process.platform !== 'linux' && output.includes(`${name}: needs Linux`)) return;
  const rows = output.split('\n').filter((line) => line.startsWith(`${name} `));
  expect(rows, output).not.toEqual([]);
  for (const row of rows) expect(row).not.toContain('NaN');
});

test('a run without failures ends with the exit code 0', () => {
  expect(exitCode, output).toBe(0);
});
