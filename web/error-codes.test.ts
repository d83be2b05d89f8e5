import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Ways to decide by an error's message. Codes are for that; messages are text for people and may change. */
const comparisons = [
  /\.message\s*(?:[=!]==?)/,
  /[=!]==?\s*[\w.]+\.message\b/,
  /\.(?:test|exec)\([^()]*\.message\b/,
  /\.message\??\.(?:includes|startsWith|endsWith|match|search|indexOf)\(/,
  /(?:switch|includes)\s*\([^()]*\.message\s*\)/,
  /errorMessage\([^()]*\)\s*(?:[=!]==?|\.(?:includes|startsWith|endsWith|match)\()/,
];

const compares = (line: string) => comparisons.some((comparison) => comparison.test(line));

test('no page decides by the message of an error', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path),
  );
  expect(files.length).toBeGreaterThan(150);
  const found = files.flatMap((path) =>
    readFileSync(join(import.meta.dirname, path), 'utf8')
      .split('\n')
      .flatMap((line, index) => (compares(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});

test.each([
  "if (error.message === 'Invalid code') return;",
  'return sayings.over !== error.message;',
  'if (/password/i.test(error.message)) mark();',
  "if (failure.message.startsWith('Too many')) wait();",
  'if (known.includes(error.message)) return;',
  'switch (error.message) {',
  "if (errorMessage(error) === 'Gone') leave();",
])('the scan finds %s', (line) => {
  expect(compares(line)).toBe(true);
});

test.each([
  "if (error.code === 'invalid-code') mark({ code: error.message });",
  'showError(error, duplicate.message);',
])('the scan accepts %s', (line) => {
  expect(compares(line)).toBe(false);
});
