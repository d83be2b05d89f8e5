// Everything that can be checked without running the product: types, lint, import borders, unused code, language,
// sizes, the lock file.
import { pathToFileURL } from 'node:url';
import { commandFile, run } from './run.mjs';
import { ensureInstalled } from './setup/install.mjs';

/** More checks at once slow each other down on a small machine. */
const concurrency = 2;
const projects = [
  'contract',
  'server',
  'web',
  'web/testing',
  'web/portal/offline',
  'tracker',
  'tracker/test',
  'e2e',
  'bench',
  'scripts',
];

const tsc = (/** @type {string} */ project) => [commandFile('typescript', 'tsc'), '-p', project];

/** @type {() => { name: string, args: string[] }[]} */
const listChecks = () => [
  // The longest check first, so that the others run at the same time.
  { name: 'types of web', args: tsc('web') },
  ...projects
    .filter((project) => project !== 'web')
    .map((project) => ({ name: `types of ${project}`, args: tsc(project) })),
  {
    name: 'lint and format',
    args: [commandFile('@biomejs/biome', 'biome'), 'check', '--error-on-warnings', '.'],
  },
  {
    name: 'import borders',
    args: [
      commandFile('dependency-cruiser', 'depcruise'),
      ...['--config', '.dependency-cruiser.cjs'],
      ...['contract', 'server', 'web', 'tracker', 'scripts', 'e2e', 'bench'],
    ],
  },
  { name: 'unused code', args: [commandFile('knip'), '--no-progress'] },
  { name: 'plain language', args: ['scripts/check/language.mjs'] },
  { name: 'sizes', args: ['scripts/check/sizes.mjs'] },
  { name: 'lock file for every platform', args: ['scripts/supply-chain/complete-lock.mjs', '--check'] },
];

/**
 * Runs all checks, even after a failure, and returns how many passed and failed.
 * @param {{ isBackground?: boolean }} [options] `isBackground`: only while the processor has nothing else to do.
 * @returns {Promise<{ passed: number, failed: number, failures: string[] }>}
 */
export async function check({ isBackground = false } = {}) {
  // Generates the route types that the pages import.
  const typegen = await run(process.execPath, [commandFile('@react-router/dev', 'react-router'), 'typegen'], {
    capture: true,
  });
  if (typegen.code !== 0) console.error(typegen.output);

  const waiting = listChecks();
  /** @type {string[]} */
  const failures = [];
  let passed = 0;
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const started = performance.now();
      const { code, output } = await run(process.execPath, next.args, { capture: true, isBackground });
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`${code === 0 ? '✓' : '✗'} ${next.name} (${seconds} s)`);
      if (code === 0) {
        passed += 1;
        continue;
      }
      console.log(indent(output));
      failures.push(next.name);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return { passed, failed: failures.length, failures };
}

/** @param {string} text */
function indent(text) {
  return text.trimEnd().replaceAll(/^/gm, '    ');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await ensureInstalled();
  const { passed, failed } = await check();
  console.log(`${passed} checks passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
