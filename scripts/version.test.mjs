import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundleServer } from './bundle-server.mjs';
import { inRoot } from './run.mjs';

/** @param {string} file */
const read = (file) => readFileSync(inRoot(file), 'utf8');
/** @type {{ version: string }} */
const { version } = JSON.parse(read('package.json'));

/** The released versions with their dates, newest first. */
const releases = [...read('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+) · (\d{4}-\d\d-\d\d)$/gm)].map(
  ([, name = '', date = '']) => ({ name, date }),
);

test('the bundled commands print the version of package.json, whatever the settings are', async () => {
  mkdirSync(inRoot('.cache'), { recursive: true });
  // In the project's folder, because the bundle finds its packages from there.
  const folder = mkdtempSync(inRoot('.cache', 'version-'));
  try {
    await bundleServer(folder);
    const printed = execFileSync(process.execPath, [join(folder, 'cli.js'), '--version'], {
      encoding: 'utf8',
      cwd: tmpdir(),
      env: { ...process.env, PORT: 'not a port' },
    });
    expect(printed).toBe(`${version}\n`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the lock file and the changelog have the version of package.json', () => {
  const lock = JSON.parse(read('package-lock.json'));
  expect([lock.version, lock.packages[''].version]).toEqual([version, version]);
  expect(releases[0]?.name).toBe(version);
});

test('the releases of the changelog are dated, newest first, and each has its steps in upgrading.md', () => {
  const dates = releases.map(({ date }) => date);
  expect(dates).toEqual(dates.toSorted().reverse());
  const headings = [...read('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  expect(headings).toHaveLength(releases.length);
  // The first release is upgraded from only.
  for (const { name } of releases.slice(0, -1))
    expect(read('docs/upgrading.md')).toMatch(`\n## To ${name}\n`);
});
