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

test('a licence that only a file of the package states counts for that version alone', () => {
  const read = (version) =>
    listProduction({ 'node_modules/png-js': { version } }).map(({ licence }) => licence);
  expect(read('2.0.0')).toEqual(['MIT']);
  expect(read('2.0.1')).toEqual(['none declared']);
  expect(readFileSync(inRoot('node_modules', 'png-js', 'LICENSE'), 'utf8')).toMatch(/^MIT License\n/);
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
