import { expect, test } from 'vitest';
import { findLargeFolders, findLongCode, maxima } from './sizes.mjs';

/**
 * @param {number} count
 * @param {string} line
 */
const repeat = (count, line) => Array.from({ length: count }, () => line).join('\n');

/**
 * @param {string} folder
 * @param {number} count
 */
const filesIn = (folder, count) => Array.from({ length: count }, (_, index) => `${folder}/${index}.ts`);

test('a folder is too large with more than 22 files directly in it', () => {
  expect(maxima.filesOfFolder).toBe(22);
  expect(findLargeFolders([...filesIn('web/ui', 22), ...filesIn('web/ui/form', 22)])).toEqual([]);
  expect(findLargeFolders([...filesIn('web/ui', 23), ...filesIn('web/ui/form', 1)])).toEqual([
    'web/ui: 23 files, at most 22',
  ]);
});

test('migrations and the root may have any number of files', () => {
  expect(findLargeFolders(filesIn('server/db/migrations', 50))).toEqual([]);
  expect(findLargeFolders(Array.from({ length: 50 }, (_, index) => `${index}.json`))).toEqual([]);
});

test('a file is too long with more than 300 lines', () => {
  expect(findLongCode('web/a.css', `${repeat(300, '/* */')}\n`)).toEqual([]);
  expect(findLongCode('web/a.css', `${repeat(301, '/* */')}\n`)).toEqual([
    'web/a.css: 301 lines, at most 300',
  ]);
});

test('a function is too long with more than 100 lines, of any form', () => {
  const long = `{\n${repeat(99, 'run();')}\n}`;
  const forms = [
    `function a() ${long}`,
    `const a = () => ${long};`,
    `class A {\n  a() ${long}\n}`,
    `const a = async function () ${long};`,
  ];
  for (const form of forms) {
    expect(findLongCode('web/a.ts', form)).toEqual([
      expect.stringMatching(/^web\/a\.ts:[12]: a function of 101 lines, at most 100$/),
    ]);
    expect(findLongCode('web/a.ts', form.replace('run();\n', ''))).toEqual([]);
  }
});

test('tests and stories may be longer', () => {
  const long = `test('a', () => {\n${repeat(400, 'run();')}\n});`;
  expect(findLongCode('web/a.test.tsx', long)).toEqual([]);
  expect(findLongCode('e2e/stories/a.story.ts', long)).toEqual([]);
  expect(findLongCode('web/a.ts', long)).toHaveLength(2);
});
