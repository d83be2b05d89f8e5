// npm leaves out of package-lock.json the optional packages of other platforms that the registry at
// hand does not have; `npm ci` then refuses the lock, and a machine of that platform installs without
// them. This adds the entries. With --check it only reports.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { inRoot } from './run.mjs';

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
 * @typedef {{ version?: string, optional?: boolean, dev?: boolean, os?: string[], cpu?: string[], libc?: string[],
 *   optionalDependencies?: Record<string, string> }} LockEntry
 */

/**
 * The entries that a lock's packages ask for and that it lacks, by their place in the lock.
 * @param {Record<string, LockEntry>} packages
 */
export function findMissing(packages) {
  /** @type {Record<string, LockEntry>} */
  const missing = {};
  for (const [place, entry] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      const found = resolve({ ...packages, ...missing }, place, name);
      if (found && (found.version === range || !isExact(range))) continue;
      // Beside the package that asks when the shared place holds another version.
      const target = found && place !== '' ? `${place}/node_modules/${name}` : `node_modules/${name}`;
      missing[target] = toEntry(name, range, entry.dev === true);
    }
  }
  return missing;
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
    // "gnu" in a Windows package names its compiler.
    ...(libc.length > 0 && os.includes('linux') ? { libc } : {}),
    optional: true,
    ...(os.length > 0 ? { os } : {}),
  };
}

function main() {
  const path = inRoot('package-lock.json');
  const lock = JSON.parse(readFileSync(path, 'utf8'));
  const missing = findMissing(lock.packages);
  const places = Object.keys(missing);
  if (places.length === 0) return;
  if (process.argv.includes('--check')) {
    console.error(`package-lock.json lacks ${places.length} optional packages of other platforms:`);
    for (const place of places) console.error(`  ${place}`);
    console.error('Run: node scripts/complete-lock.mjs');
    process.exitCode = 1;
    return;
  }
  // npm's own order, so that its next run changes nothing.
  const entries = Object.entries({ ...lock.packages, ...missing });
  lock.packages = Object.fromEntries(entries.sort(([a], [b]) => a.localeCompare(b, 'en')));
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`Added ${places.length} optional packages of other platforms to package-lock.json.`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
