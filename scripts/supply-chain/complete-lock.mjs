// npm omits from package-lock.json the optional packages of other platforms that the registry does not
// have. `npm ci` then rejects the lock file, and machines of those platforms install without them. This
// script adds the entries, with an integrity hash if the registry has the version. With --check it only
// reports missing entries and entries that npm would install without verification.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fail, inRoot, run } from '../run.mjs';

const oses = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const cpus = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];
const libcs = { gnu: 'glibc', musl: 'musl' };

/**
 * @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean, dev?: boolean, os?: string[], cpu?: string[], libc?: string[],
 *   optionalDependencies?: Record<string, string> }} LockEntry
 */

/**
 * The missing entries of optional packages, by their path in the lock file.
 * @param {Record<string, LockEntry>} packages
 */
export function findMissing(packages) {
  /** @type {Record<string, LockEntry>} */
  const missing = {};
  for (const [place, entry] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      const found = resolve({ ...packages, ...missing }, place, name);
      if (found && (found.version === range || !isExact(range))) continue;
      // Nested below the dependent package if the top level has another version.
      const target = found && place !== '' ? `${place}/node_modules/${name}` : `node_modules/${name}`;
      missing[target] = toEntry(name, range, entry.dev === true);
    }
  }
  return missing;
}

/**
 * The paths of entries without an integrity hash.
 * @param {Record<string, LockEntry>} packages
 */
export function findUnverified(packages) {
  return Object.entries(packages)
    .filter(([place, entry]) => place !== '' && !entry.link && !entry.integrity)
    .map(([place]) => place);
}

/**
 * The unverified entries that are not allowed: all but development tools of other platforms, whose hash is unknown
 * to a registry without that version. Production installs contain none of those.
 * @param {Record<string, LockEntry>} packages
 */
export function findForbiddenUnverified(packages) {
  return findUnverified(packages).filter((place) => {
    const { dev, optional } = packages[place] ?? {};
    return !(dev && optional);
  });
}

/** @param {string} place */
const nameOf = (place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

/**
 * Adds integrity hashes, which npm looks up for a temporary package. Aliases allow two versions of a package.
 * @param {Record<string, LockEntry>} packages
 * @param {string[]} places
 */
async function addIntegrity(packages, places) {
  const folder = mkdtempSync(join(tmpdir(), 'northlight-lock-'));
  try {
    const wanted = places.map((place, index) => [
      `wanted-${index}`,
      `npm:${nameOf(place)}@${packages[place]?.version}`,
    ]);
    const manifest = { name: 'lock', version: '0.0.0', optionalDependencies: Object.fromEntries(wanted) };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    const args = ['install', '--prefix', folder, '--package-lock-only', '--ignore-scripts', '--force'];
    const { code, output } = await run('npm', args, { capture: true, shell: process.platform === 'win32' });
    if (code !== 0) fail(`npm could not look up the packages:\n${output}`);
    const found = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
    places.forEach((place, index) => {
      const integrity = found.packages[`node_modules/wanted-${index}`]?.integrity;
      if (integrity) packages[place] = withIntegrity(packages[place], integrity);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Inserts the hash after the version, as npm does.
 * @param {LockEntry | undefined} entry
 * @param {string} integrity
 */
function withIntegrity({ version, ...rest } = {}, integrity) {
  return { ...(version === undefined ? {} : { version }), integrity, ...rest };
}

/**
 * @param {Record<string, LockEntry>} packages
 * @param {string} from
 * @param {string} name
 */
function resolve(packages, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(at.lastIndexOf('/node_modules/'), 0))) {
    const found = packages[`${at === '' ? '' : `${at}/`}node_modules/${name}`];
    if (found || at === '') return found;
  }
}

/** @param {string} range */
const isExact = (range) => /^\d/.test(range);

/**
 * @param {string} name
 * @param {string} range
 * @param {boolean} isDev
 * @returns {LockEntry}
 */
function toEntry(name, range, isDev) {
  const words = (name.split('/').at(-1) ?? name).split('-');
  const has = (/** @type {string} */ word) => words.includes(word);
  const cpu = cpus.filter(has);
  const libc = Object.entries(libcs)
    .filter(([word]) => words.some((part) => part.startsWith(word)))
    .map(([, value]) => value);
  const os = oses.filter(has);
  return {
    version: range.replace(/^[~^]/, ''),
    ...(cpu.length > 0 ? { cpu } : {}),
    ...(isDev ? { dev: true } : {}),
    // In a Windows package "gnu" is the compiler, not the libc.
    ...(libc.length > 0 && os.includes('linux') ? { libc } : {}),
    optional: true,
    ...(os.length > 0 ? { os } : {}),
  };
}

async function main() {
  const path = inRoot('package-lock.json');
  const lock = JSON.parse(readFileSync(path, 'utf8'));
  const missing = findMissing(lock.packages);
  const places = Object.keys(missing);
  const unverified = findUnverified({ ...lock.packages, ...missing });
  if (process.argv.includes('--check')) {
    const bare = findForbiddenUnverified(lock.packages);
    if (places.length === 0 && bare.length === 0) return;
    if (places.length > 0)
      console.error(`package-lock.json lacks ${places.length} optional packages of other platforms:`);
    for (const place of places) console.error(`  ${place}`);
    if (bare.length > 0) console.error(`package-lock.json has ${bare.length} entries without integrity:`);
    for (const place of bare) console.error(`  ${place}`);
    console.error('Run: node scripts/supply-chain/complete-lock.mjs');
    process.exitCode = 1;
    return;
  }
  if (places.length === 0 && unverified.length === 0) return;
  // In npm's order, so that its next run changes nothing.
  const entries = Object.entries({ ...lock.packages, ...missing });
  lock.packages = Object.fromEntries(entries.sort(([a], [b]) => a.localeCompare(b, 'en')));
  if (unverified.length > 0) await addIntegrity(lock.packages, unverified);
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
  const left = findUnverified(lock.packages).length;
  console.log(
    `package-lock.json: added ${places.length} optional packages of other platforms and ${unverified.length - left} integrity hashes; ${left} entries have none.`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
