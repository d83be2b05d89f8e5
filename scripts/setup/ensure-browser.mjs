// Finds a Chromium for the tests, or installs one.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { commandFile, fail, inRoot, run } from '../run.mjs';

const usualPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

const sources = [
  { name: 'CHROMIUM_PATH', get: fromEnvironment },
  { name: 'an installed browser', get: fromUsualPaths },
  { name: 'apt-get install chromium', get: fromApt },
  { name: '@sparticuz/chromium from npm', get: fromNpm },
  { name: 'playwright install chromium', get: fromPlaywright },
];

/** The path of a Chromium that starts. Ends the process if there is none, so that tests are never skipped. */
export async function ensureBrowser() {
  const failures = [];
  for (const { name, get } of sources) {
    try {
      const path = await get();
      if (path === undefined) continue;
      const { code, output } = await run(path, ['--version'], { capture: true });
      if (code === 0) return path;
      failures.push(`${name}: ${path} does not start: ${output.trim().slice(0, 300)}`);
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return fail(
    `No Chromium was found for the tests. Install one or set CHROMIUM_PATH.\n  ${failures.join('\n  ')}`,
  );
}

async function fromEnvironment() {
  const path = process.env.CHROMIUM_PATH;
  if (!path) return undefined;
  // No fallback: a wrong setting should not go unnoticed.
  if (!existsSync(path)) fail(`CHROMIUM_PATH names a file that does not exist: ${path}`);
  return path;
}

async function fromUsualPaths() {
  return usualPaths.find((path) => existsSync(path));
}

async function fromApt() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  console.log('Installing Chromium with apt-get…');
  await run('apt-get', ['update', '-qq'], { capture: true });
  const { code, output } = await run(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
    { capture: true, env: { DEBIAN_FRONTEND: 'noninteractive' } },
  );
  if (code !== 0) throw new Error(output.trim().slice(-300));
  return '/usr/bin/chromium';
}

async function fromNpm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = inRoot('.cache', 'chromium');
  if (!existsSync(join(folder, 'node_modules', '@sparticuz', 'chromium'))) {
    console.log('Fetching a Chromium from the npm registry…');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    const install = [
      'install',
      '--prefix',
      folder,
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      '--loglevel=error',
    ];
    const { code, output } = await run('npm', [...install, '@sparticuz/chromium@143.0.4'], { capture: true });
    if (code !== 0) throw new Error(output.trim().slice(-300));
  }
  // The package unpacks the browser's libraries only on AWS Lambda, and everything into TMPDIR.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs20.x';
  process.env.TMPDIR = folder;
  const entry = createRequire(join(folder, 'package.json')).resolve('@sparticuz/chromium');
  const { default: chromium } = await import(pathToFileURL(entry).href);
  return /** @type {Promise<string>} */ (chromium.executablePath());
}

async function fromPlaywright() {
  console.log('Fetching a Chromium with Playwright…');
  const cli = commandFile('playwright-core');
  const { code, output } = await run(process.execPath, [cli, 'install', 'chromium'], { capture: true });
  if (code !== 0) throw new Error(output.trim().slice(-300));
  const { chromium } = createRequire(inRoot('package.json'))('playwright-core');
  return chromium.executablePath();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(await ensureBrowser());
