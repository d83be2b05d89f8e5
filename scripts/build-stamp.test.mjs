import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { stampedPart } from './build-stamp.mjs';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'northlight-stamp-'));
  mkdirSync(join(folder, 'src', 'deep'), { recursive: true });
  write('src/deep/a.ts', 'one');
  write('lock.json', '{}');
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (/** @type {string} */ name, /** @type {string} */ text) =>
  writeFileSync(join(folder, name), text);
const part = () => stampedPart('a part', { inputs: ['src', 'lock.json'], outputs: ['out.js'] }, folder);

function build() {
  const stamp = part();
  stamp.clear();
  write('out.js', 'built');
  stamp.set();
}

test('what was built from the same contents is not built again, whatever the files’ times', () => {
  expect(part().isCurrent()).toBe(false);
  build();
  utimesSync(join(folder, 'src/deep/a.ts'), 1, 1);
  expect(part().isCurrent()).toBe(true);
});

test.each([
  ['a changed file', () => write('src/deep/a.ts', 'two')],
  ['a new file', () => write('src/b.ts', '')],
  ['a changed lock', () => write('lock.json', '{ }')],
  ['a missing result', () => rmSync(join(folder, 'out.js'))],
])('%s means building', (_what, change) => {
  build();
  change();
  expect(part().isCurrent()).toBe(false);
});

test('a changed test does not', () => {
  build();
  write('src/a.test.ts', 'new');
  expect(part().isCurrent()).toBe(true);
});

test('a build that was cut off, or overtaken by a change, is done again', () => {
  build();
  part().clear();
  expect(part().isCurrent()).toBe(false);

  const stamp = part();
  stamp.clear();
  write('src/deep/a.ts', 'changed while building');
  stamp.set();
  expect(part().isCurrent()).toBe(false);
});
