import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBuildStamp } from './build-stamp.mjs';

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
const target = () =>
  createBuildStamp('a target', { inputs: ['src', 'lock.json'], outputs: ['out.js'] }, folder);

function build() {
  const stamp = target();
  stamp.clear();
  write('out.js', 'built');
  stamp.set();
}

test('unchanged contents are not built again, even with new file times', () => {
  expect(target().isCurrent()).toBe(false);
  build();
  utimesSync(join(folder, 'src/deep/a.ts'), 1, 1);
  expect(target().isCurrent()).toBe(true);
});

test.each([
  ['a changed file', () => write('src/deep/a.ts', 'two')],
  ['a new file', () => write('src/b.ts', '')],
  ['a changed lock', () => write('lock.json', '{ }')],
  ['a missing result', () => rmSync(join(folder, 'out.js'))],
])('%s requires a build', (_what, change) => {
  build();
  change();
  expect(target().isCurrent()).toBe(false);
});

test('a changed test requires no build', () => {
  build();
  write('src/a.test.ts', 'new');
  expect(target().isCurrent()).toBe(true);
});

test('an interrupted build, and one during which a file changed, is repeated', () => {
  build();
  target().clear();
  expect(target().isCurrent()).toBe(false);

  const stamp = target();
  stamp.clear();
  write('src/deep/a.ts', 'changed while building');
  stamp.set();
  expect(target().isCurrent()).toBe(false);
});
