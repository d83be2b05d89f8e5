// Runs all checks and tests from a clean clone. The last line is `N passed, N failed`.
// Arguments select tests: paths in e2e/ go to Playwright, all others to Vitest.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { build } from './build.mjs';
import { check } from './check.mjs';
import { commandFile, inRoot, run } from './run.mjs';
import { ensureBlockerLists } from './setup/ensure-blocker-lists.mjs';
import { ensureBrowser } from './setup/ensure-browser.mjs';
import { ensureCaddy } from './setup/ensure-caddy.mjs';
import { ensureInstalled } from './setup/install.mjs';
import { errorsFileVariable } from './test/errors-reporter.mjs';
import { countPlaywright, countVitest } from './test/test-count.mjs';

const reports = inRoot('.cache', 'test-reports');
const given = process.argv.slice(2);
const stories = given.filter((argument) => argument.startsWith('e2e'));
const filters = given.filter((argument) => !argument.startsWith('e2e'));

await ensureInstalled();
process.env.CHROMIUM_PATH = await ensureBrowser();
process.env.CADDY_PATH = await ensureCaddy();
process.env.BLOCKER_LISTS = await ensureBlockerLists();
mkdirSync(reports, { recursive: true });

/** The tag of stories that leave no processor to others. */
const busyTag = '@busy';

const results = given.length === 0 ? await runEverything() : await runSelected();

const sum = (/** @type {'passed' | 'failed'} */ key) =>
  results.reduce((total, result) => total + result[key], 0);
const passed = sum('passed');
const failed = sum('failed');
if (passed + failed === 0) console.log('No test matched.');
// Repeated at the end, because the runners print them hundreds of lines earlier.
for (const failure of results.flatMap(({ failures }) => failures)) console.log(`Failed: ${failure}`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
console.log(`${passed} passed, ${failed} failed`);

/**
 * The checks use what the tests leave idle. The tests that crash servers and the stories on a busy machine run after the
 * other stories, not next to them: they take whole cores, and stories fail on a server without any.
 */
async function runEverything() {
  await build();
  const checks = check({ isBackground: true });
  const parallel = await runVitest('parallel', ['--project=!serial-*']);
  const stories = await runPlaywright('stories', ['--grep-invert', busyTag]);
  const busy = await runPlaywright('busy-stories', ['--grep', busyTag]);
  const serial = await runVitest('serial', ['--project=serial-*']);
  return [await checks, parallel, stories, busy, serial];
}

async function runSelected() {
  await build();
  const results = [];
  if (filters.length > 0) results.push(await runVitest('selected', filters));
  if (stories.length > 0) results.push(await runPlaywright('selected-stories', stories));
  return results;
}

/**
 * @param {string} name of the report
 * @param {string[]} args
 */
async function runVitest(name, args) {
  const report = `${reports}/vitest-${name}.json`;
  const errors = `${reports}/vitest-${name}-errors.json`;
  for (const file of [report, errors]) rmSync(file, { force: true });
  const reporters = ['default', 'json', './scripts/test/errors-reporter.mjs'].map(
    (each) => `--reporter=${each}`,
  );
  const { code } = await run(
    process.execPath,
    [commandFile('vitest'), 'run', ...reporters, `--outputFile.json=${report}`, ...args],
    { env: { [errorsFileVariable]: errors } },
  );
  return countVitest(readReport(report), code, readReport(errors));
}

/**
 * @param {string} name of the report
 * @param {string[]} args
 */
async function runPlaywright(name, args) {
  const report = `${reports}/playwright-${name}.json`;
  rmSync(report, { force: true });
  const { code } = await run(
    process.execPath,
    [
      commandFile('@playwright/test', 'playwright'),
      'test',
      '-c',
      'e2e/playwright.config.ts',
      '--reporter=list,./e2e/waits-reporter.ts,json',
      // Each run empties its own folder, and keeps the pictures of the others' failures.
      `--output=.cache/e2e/${name}`,
      ...args,
    ],
    { env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report } },
  );
  return countPlaywright(readReport(report), code);
}

/** @param {string} path */
function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}
