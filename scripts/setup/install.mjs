import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { fail, inRoot, requireNode, run } from '../run.mjs';

/**
 * Installs the packages of package-lock.json if they are missing or have other versions. Runs no install scripts,
 * because no package needs one.
 */
export async function ensureInstalled() {
  requireNode();
  if (isInstalled()) return;
  // npm would delete the packages in the link's target.
  if (lstatSync(inRoot('node_modules'), { throwIfNoEntry: false })?.isSymbolicLink())
    fail(
      'node_modules is a link to a folder with packages of another lock file. Remove the link and run this again.',
    );
  console.log('Installing packages (about half a minute)…');
  const { code } = await run(
    'npm',
    ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'],
    {
      shell: process.platform === 'win32',
    },
  );
  if (code !== 0)
    fail('Installing the packages failed. See the output of npm above; is the registry reachable?');
}

/** Compares the lock file with npm's record in node_modules, which also detects an interrupted install. */
function isInstalled() {
  const record = inRoot('node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  return matchesLock(
    JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')),
    JSON.parse(readFileSync(record, 'utf8')),
  );
}

/**
 * @typedef {{ packages: Record<string, { version?: string, optional?: boolean }> }} Lock
 * @param {Lock} lock
 * @param {Lock} installed
 */
export function matchesLock(lock, installed) {
  return Object.entries(lock.packages).every(([place, { version, optional }]) => {
    if (place === '') return true;
    const found = installed.packages[place];
    // An optional package may be for another platform or missing from the registry.
    return found ? found.version === version : optional === true;
  });
}
