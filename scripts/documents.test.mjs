import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { inRoot, root } from './run.mjs';

const documents = [
  ...readdirSync(root),
  ...readdirSync(inRoot('docs'), { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name)),
  'tracker/README.md',
  'web/loading/README.md',
]
  .filter((name) => name.endsWith('.md'))
  .map((name) => name.replaceAll('\\', '/'));
const { scripts } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));

/** @param {string} document */
const read = (document) => readFileSync(inRoot(document), 'utf8');

test.each(documents)('every npm command in %s exists', (document) => {
  const named = [...read(document).matchAll(/(?:`|^)npm (?:run )?([a-z:]+)/gm)].map(([, name]) => name ?? '');
  const builtIn = ['install', 'ci', 'audit'];
  const missing = named.filter((name) => !(name in scripts) && !builtIn.includes(name));
  expect(missing).toEqual([]);
});

test.each(documents)('every link to a file in %s has a target', (document) => {
  const links = [...read(document).matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, target]) => target ?? '');
  const missing = links
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => !existsSync(join(root, dirname(document), target)));
  expect(missing).toEqual([]);
});

test.each(documents)('every path in backticks in %s exists', (document) => {
  const folders = ['contract', 'server', 'web', 'tracker', 'e2e', 'bench', 'scripts', 'docs'];
  const path = new RegExp(`\`((?:${folders.join('|')})/[\\w./-]+)\``, 'g');
  const missing = [...read(document).matchAll(path)]
    .map(([, target]) => target ?? '')
    .filter((target) => !existsSync(inRoot(target)));
  expect(missing).toEqual([]);
});

test('the decisions are numbered without gaps, and the index names each of them', () => {
  const records = documents.filter((document) => /^docs\/decisions\/.+\/\d{4}-/.test(document));
  const numbers = records.map((record) => Number(/\/(\d{4})-/.exec(record)?.[1])).sort((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  const index = read('docs/decisions/README.md');
  for (const record of records) {
    const [, number, title] = /^# (\d+)\. (.+)$/m.exec(read(record)) ?? [];
    expect(index).toMatch(new RegExp(`\\| ${number} +\\|`));
    expect(index).toContain(`[${title}](${record.replace('docs/decisions/', '')})`);
  }
});
