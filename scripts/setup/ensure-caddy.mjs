// Finds a Caddy for the test of deploy/Caddyfile, or downloads the package of Debian.
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fail, inRoot, run } from '../run.mjs';

const folder = inRoot('.cache', 'caddy');
const unpacked = join(folder, 'usr', 'bin', 'caddy');

/** The path of a Caddy that starts. Undefined: none was found, and its test is skipped with a message. */
export async function ensureCaddy() {
  const given = process.env.CADDY_PATH;
  // No fallback: a wrong setting should not go unnoticed.
  if (given && !existsSync(given)) fail(`CADDY_PATH names a file that does not exist: ${given}`);
  for (const path of [given, '/usr/bin/caddy', '/usr/local/bin/caddy', unpacked])
    if (path && (await starts(path))) return path;
  return (await fromApt()) && (await starts(unpacked)) ? unpacked : undefined;
}

/** @param {string} path */
async function starts(path) {
  if (!existsSync(path)) return false;
  return (await run(path, ['version'], { capture: true })).code === 0;
}

/** Unpacked instead of installed: an installed one would start as a service. */
async function fromApt() {
  if (!existsSync('/usr/bin/apt-get') || !existsSync('/usr/bin/dpkg')) return false;
  console.log('Fetching Caddy with apt-get…');
  mkdirSync(folder, { recursive: true });
  const download = ['-c', 'cd "$0" && apt-get download -qq caddy', folder];
  const attempt = () => run('sh', download, { capture: true });
  let { code } = await attempt();
  if (code !== 0 && process.getuid?.() === 0) {
    await run('apt-get', ['update', '-qq'], { capture: true });
    ({ code } = await attempt());
  }
  const file = readdirSync(folder).find((name) => name.endsWith('.deb'));
  if (code !== 0 || file === undefined) return false;
  return (await run('dpkg', ['-x', join(folder, file), folder], { capture: true })).code === 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(await ensureCaddy());
