/**
 * Counts the results in the runners' reports. A runner that fails without a failed test (a file that does not load,
 * an error between tests, no test found) counts as one failure. A skipped test counts as failed.
 */
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {{ passed: number, failed: number, failures: string[] }} Count
 * `failures` names each failed test that the report contains.
 */

/**
 * @typedef {{ name: string, assertionResults: { fullName: string, status: string, failureMessages?: string[] }[] }} VitestFile
 * @typedef {{ title: string, file: string, tests: { status: string, results?: { error?: { message?: string } }[] }[] }} PlaywrightSpec
 * @typedef {{ specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 */

/**
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults?: VitestFile[] } | undefined} report
 * @param {number} code
 * @param {string[]} [errors] that belong to no test
 * @returns {Count}
 */
export function countVitest(report, code, errors = []) {
  if (!report) return { passed: 0, failed: 1, failures: ['Vitest ended without a report'] };
  const failed = report.numFailedTests + report.numPendingTests + report.numTodoTests;
  const failures = (report.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed')
      .map(
        ({ fullName, status, failureMessages = [] }) =>
          `${name}: ${fullName} (${status})${excerpt(failureMessages.join('\n'))}`,
      ),
  );
  return { passed: report.numPassedTests, ...withCode(failed, failures, code, 'Vitest', errors) };
}

/**
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, suites?: PlaywrightSuite[] } | undefined} report
 * @param {number} code
 * @returns {Count}
 */
export function countPlaywright(report, code) {
  if (!report) return { passed: 0, failed: 1, failures: ['Playwright ended without a report'] };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failures = (report.suites ?? [])
    .flatMap(listSpecs)
    .filter(({ tests }) => tests.some(({ status }) => status !== 'expected'))
    .map(({ file, title, tests }) => {
      const messages = tests.flatMap(({ results = [] }) => results.map(({ error }) => error?.message ?? ''));
      return `${file}: ${title} (${tests.map(({ status }) => status).join(', ')})${excerpt(messages.join('\n'))}`;
    });
  return { passed: expected, ...withCode(unexpected + flaky + skipped, failures, code, 'Playwright') };
}

const excerptMax = 800;

/**
 * The first 800 characters of an error message, indented and without terminal colours.
 *
 * @param {string} message
 */
function excerpt(message) {
  const plain = stripVTControlCharacters(message).trim();
  if (plain === '') return '';
  const shown = plain.length > excerptMax ? `${plain.slice(0, excerptMax)}…` : plain;
  return `\n  ${shown.replaceAll('\n', '\n  ')}`;
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {PlaywrightSpec[]}
 */
function listSpecs({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(listSpecs)];
}

/**
 * @param {number} failed
 * @param {string[]} failures
 * @param {number} code
 * @param {string} runner
 * @param {string[]} [errors] that belong to no test
 */
function withCode(failed, failures, code, runner, errors = []) {
  const named = [...failures, ...errors.map((error) => `outside a test${excerpt(error)}`)];
  if (failed > 0 || code === 0) return { failed, failures: named };
  const reason = `${runner} exited with ${code}: an error outside its tests${errors.length > 0 ? '' : ', see above'}`;
  return { failed: 1, failures: [reason, ...named] };
}
