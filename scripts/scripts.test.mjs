import { describe, expect, test } from 'vitest';
import { compareDependencies, packageOf } from './bundle-server.mjs';
import { matchesLock } from './setup/install.mjs';
import { countPlaywright, countVitest } from './test/test-count.mjs';

describe('the installed packages', () => {
  const lock = {
    packages: {
      '': {},
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b': { version: '1.0.0', optional: true },
    },
  };

  test('match the lock file even without an optional package', () => {
    expect(matchesLock(lock, { packages: { 'node_modules/a': { version: '1.0.0' } } })).toBe(true);
  });

  test('do not match if a package is missing or has another version', () => {
    expect(matchesLock(lock, { packages: {} })).toBe(false);
    expect(matchesLock(lock, { packages: { 'node_modules/a': { version: '1.0.1' } } })).toBe(false);
  });
});

describe('the packages that the server imports', () => {
  test('must be exactly the dependencies; each difference is named', () => {
    const problems = compareDependencies(new Set(['pg', 'react']), {
      dependencies: { pg: '8.0.0', unused: '1.0.0' },
    });
    expect(problems).toEqual([
      'react is imported by the server but is not among "dependencies"',
      'unused is among "dependencies" but the server does not import it',
    ]);
  });

  test('are identified by name, whichever file is imported', () => {
    expect(['pg', 'zod/v4', '@a/b', '@a/b/c/d.js'].map(packageOf)).toEqual(['pg', 'zod', '@a/b', '@a/b']);
  });
});

describe('the last lines of a test run', () => {
  const vitest = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };

  test('count passed and failed tests', () => {
    expect(countVitest({ ...vitest, numFailedTests: 2 }, 1)).toMatchObject({ passed: 5, failed: 2 });
    const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 0 };
    expect(countPlaywright({ stats }, 1)).toMatchObject({ passed: 3, failed: 2 });
  });

  test('count a runner that failed without a failed test, or left no report, as a failure', () => {
    expect(countVitest(vitest, 1)).toMatchObject({ passed: 5, failed: 1 });
    expect(countVitest(undefined, 0)).toMatchObject({ passed: 0, failed: 1 });
    expect(countPlaywright(undefined, 0)).toMatchObject({ passed: 0, failed: 1 });
  });

  test('count a skipped test as failed', () => {
    expect(countVitest({ ...vitest, numPendingTests: 1 }, 0)).toMatchObject({ passed: 5, failed: 1 });
  });

  test('name each failure, also outside tests', () => {
    expect(countVitest(vitest, 0).failures).toEqual([]);
    expect(countVitest(vitest, 1).failures).toEqual([
      'Vitest exited with 1: an error outside its tests, see above',
    ]);
    expect(countVitest(vitest, 1, ['sum.test.ts was not run to its end', 'Worker exited']).failures).toEqual([
      'Vitest exited with 1: an error outside its tests',
      'outside a test\n  sum.test.ts was not run to its end',
      'outside a test\n  Worker exited',
    ]);
    const assertionResults = [
      { fullName: 'adds', status: 'passed' },
      { fullName: 'divides', status: 'failed' },
    ];
    const testResults = [{ name: 'sum.test.ts', assertionResults }];
    expect(countVitest({ ...vitest, numFailedTests: 1, testResults }, 1).failures).toEqual([
      'sum.test.ts: divides (failed)',
    ]);
    const specs = [{ title: 'pays', file: 'pay.story.ts', tests: [{ status: 'unexpected' }] }];
    const stats = { expected: 0, unexpected: 1, flaky: 0, skipped: 0 };
    expect(countPlaywright({ stats, suites: [{ suites: [{ specs }] }] }, 1).failures).toEqual([
      'pay.story.ts: pays (unexpected)',
    ]);
  });

  test('show the error of each failure without colours, shortened if long', () => {
    const failed = {
      fullName: 'divides',
      status: 'failed',
      failureMessages: ['\u001b[31mexpected 2\nto be 3\u001b[39m'],
    };
    const testResults = [{ name: 'sum.test.ts', assertionResults: [failed] }];
    expect(countVitest({ ...vitest, numFailedTests: 1, testResults }, 1).failures).toEqual([
      'sum.test.ts: divides (failed)\n  expected 2\n  to be 3',
    ]);
    const results = [{ error: { message: 'x'.repeat(10_000) } }];
    const specs = [{ title: 'pays', file: 'pay.story.ts', tests: [{ status: 'unexpected', results }] }];
    const stats = { expected: 0, unexpected: 1, flaky: 0, skipped: 0 };
    const [shown = ''] = countPlaywright({ stats, suites: [{ specs }] }, 1).failures;
    expect(shown).toMatch(/^pay\.story\.ts: pays \(unexpected\)\n {2}x+…$/);
    expect(shown.length).toBeLessThan(1_000);
  });
});
