import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileFormerNames, compileTracker, measure } from './build.mjs';

export const releasesFolder = fileURLToPath(new URL('releases', import.meta.url));

/**
 * The released versions with their hashes and sizes.
 * @returns {Record<string, { integrity: string, bytes: number }>}
 */
export function readReleases(folder = releasesFolder) {
  const list = join(folder, 'releases.json');
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {};
}

/** @param {Record<string, unknown>} releases */
export function newestOf(releases) {
  return Object.keys(releases).sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))[0];
}

/**
 * Freezes the current script as a version. Throws when the version exists, because clients pin its hash.
 * @param {string} version
 */
export function release(version, folder = releasesFolder) {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`"${version}" is not a version like 1.2.3.`);
  const releases = readReleases(folder);
  const file = join(folder, `${version}.js`);
  if (releases[version] || existsSync(file))
    throw new Error(`${version} is already released. Use a newer version.`);
  const next = { ...releases, [version]: { integrity: '', bytes: 0 } };
  if (newestOf(next) !== version) throw new Error(`${version} is older than ${newestOf(releases)}.`);
  const script = compileTracker();
  const { integrity, bytes } = measure(script);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, script, { flag: 'wx' });
  writeFileSync(
    join(folder, 'releases.json'),
    `${JSON.stringify({ ...releases, [version]: { integrity, bytes } }, null, 2)}\n`,
  );
  return { integrity, bytes };
}

/** Writes the part for former names next to the releases. No client pins it, so it may change. */
function writeFormerNames(folder = releasesFolder) {
  const part = compileFormerNames();
  writeFileSync(join(folder, 'former-names.js'), part);
  return measure(part);
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv[2] === 'former-names') {
  console.log(`wrote former-names.js: ${writeFormerNames().bytes} bytes`);
} else if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { integrity, bytes } = release(process.argv[2] ?? '');
  console.log(`released ${process.argv[2]}: ${bytes} bytes, ${integrity}`);
}
