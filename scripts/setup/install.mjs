import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { fail, inRoot, requireNode, run } from '../run.mjs';

/**
 * Installs the packages of package-lock.json when they are not there, or not those of the lock.
 * No install scripts run: nothing here needs one.
 */
export async function ensureInstalled() {
  requireNode();
  if (isInstalled()) return;
  // npm would empty the folder the link leads to, under whoever works there.
  if (lstatSync(inRoot('node_modules'), { throwIfNoEntry: false })?.isSymbolicLink())
    fail('node_modules is a link to packages of another lock file. Remove the link, then run this again.');
  console.log('Installing packages (about half a minute)…');
  const { code } = await run(
    'npm',
    ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'],
    {
      shell: process.platform === 'win32',
    },
  );
  if (code !== 0) fail('Installing the packages failed; npm says why above. Is the registry reachable?');
}

/** npm notes in node_modules what it installed: compared with the lock this also sees a changed lock and a cut-off install. */
function isInstalled() {
  const note = inRoot('node_modules', '.package-lock.json');
  if (!existsSync(note)) return false;
  return matches(
    JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')),
    JSON.parse(readFileSync(note, 'utf8')),
  );
}

/**
 * @typedef {{ packages: Record<string, { version?: string, optional?: boolean }> }} Lock
 * @param {Lock} lock
 * @param {Lock} installed
 */
export function matches(lock, installed) {
  return Object.entries(lock.packages).every(([place, { version, optional }]) => {
    if (place === '') return true;
    const there = installed.packages[place];
    // An optional package may be of another platform, or missing from the registry.
    return there ? there.version === version : optional === true;
  });
}
