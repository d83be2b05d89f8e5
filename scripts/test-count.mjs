/**
 * What the runners' reports come to. A runner that fails without a failed test (a file that does
 * not load, an error between tests, nothing found) counts as one failure: it must not look green.
 * A skipped test counts as failed: it shows nothing.
 */

/**
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number } | undefined} report
 * @param {number} code
 */
export function countVitest(report, code) {
  if (!report) return { passed: 0, failed: 1 };
  const failed = report.numFailedTests + report.numPendingTests + report.numTodoTests;
  return { passed: report.numPassedTests, failed: withCode(failed, code) };
}

/**
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } } | undefined} report
 * @param {number} code
 */
export function countPlaywright(report, code) {
  if (!report) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: withCode(unexpected + flaky + skipped, code) };
}

/**
 * @param {number} failed
 * @param {number} code
 */
function withCode(failed, code) {
  return failed === 0 && code !== 0 ? 1 : failed;
}
