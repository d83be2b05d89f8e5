import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRoot } from '../run.mjs';
import { isAllowed, listProduction } from './licenses.mjs';

test('every package of a production install has an allowed licence', () => {
  const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
  const production = listProduction(packages);
  expect(production.length).toBeGreaterThan(50);
  expect(production.filter(({ licence }) => !isAllowed(licence))).toEqual([]);
});

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['MIT AND Apache-2.0', true],
  ['MIT AND GPL-3.0-only', false],
  ['AGPL-3.0-only', false],
  ['none declared', false],
])('a licence of %s is allowed: %s', (licence, expected) => {
  expect(isAllowed(licence)).toBe(expected);
});
