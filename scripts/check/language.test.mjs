import { expect, test } from 'vitest';
import { scan } from './language.mjs';
import { phraseRules } from './language-rules.mjs';

/**
 * @param {string} file
 * @param {string} source
 */
const found = (file, source) => scan(file, source).map(({ line, kind, phrase }) => ({ line, kind, phrase }));

test('a phrase is found in comments, texts, JSX, templates and test titles', () => {
  const source = [
    '// Whoever asks gets an answer.',
    "const title = 'It tells the time';",
    '/** Begins',
    ' * anew. */',
    'const view = <p title="What stands here">The page lies here</p>;',
    '// eslint-disable-next-line',
    'test(`the $' + '{kind} is told so`, () => {});',
  ].join('\n');
  expect(found('web/a.tsx', source)).toEqual([
    { line: 1, kind: 'comment', phrase: 'Whoever' },
    { line: 2, kind: 'text', phrase: 'tells' },
    { line: 4, kind: 'comment', phrase: 'anew' },
    { line: 5, kind: 'text', phrase: 'stands' },
    { line: 5, kind: 'text', phrase: 'lies' },
    { line: 7, kind: 'text', phrase: 'told' },
  ]);
});

test('a phrase is found across line breaks of comments and documents', () => {
  expect(found('a.ts', '// an id of\n// its own\nrun();')).toEqual([
    { line: 1, kind: 'comment', phrase: 'of its own' },
  ]);
  expect(found('a.md', 'everything\nbut the name')).toEqual([
    { line: 1, kind: 'document', phrase: 'everything but' },
  ]);
});

test('a phrase is not found across code, in code spans, code blocks or link targets', () => {
  expect(found('a.ts', "run('of a', 'word'); // all\nrun(); // but")).toEqual([]);
  expect(found('a.ts', '// Calls `tells()`.')).toEqual([]);
  expect(found('a.md', '`whoever`\n\n```\nwhoever\n```\n[link](whoever.md)')).toEqual([]);
});

test('a comment begins with its noun or verb', () => {
  const source = [
    '/** Of the events. */',
    'let a = 1; // What is stored.',
    'run(a);',
    '/**',
    ' * All that are open.',
    ' */',
    'let b = a; // Rows of a day,',
    '// By day.',
    'run(b); // of a day',
    'run(b); // By default it is off. Those are counted. `run` of it is called.',
  ].join('\n');
  expect(found('a.ts', source)).toEqual([
    { line: 1, kind: 'comment', phrase: 'Of' },
    { line: 2, kind: 'comment', phrase: 'What' },
    { line: 5, kind: 'comment', phrase: 'All that' },
    { line: 9, kind: 'comment', phrase: 'of' },
  ]);
  expect(found('a.md', 'What is stored')).toEqual([]);
});

test('comments of SQL, CSS, shell and configuration files are read', () => {
  for (const [file, source] of [
    ['a.sql', '-- whoever\nSELECT 1;'],
    ['a.css', '/* whoever */ a {}'],
    ['deploy/a.sh', 'run # whoever'],
    ['compose.yaml', 'a: 1 # whoever'],
  ]) {
    expect(found(file ?? '', source ?? '')).toEqual([{ line: 1, kind: 'comment', phrase: 'whoever' }]);
  }
  expect(found('a.json', '{ "a": "whoever" }')).toEqual([]);
});

test('names of code and files are read', () => {
  expect(found('server/mail-postman.ts', 'const takeLetter = 1; takeLetter;')).toEqual([
    { line: 1, kind: 'name', phrase: 'server/mail-postman.ts' },
    { line: 1, kind: 'name', phrase: 'takeLetter' },
    { line: 1, kind: 'name', phrase: 'takeLetter' },
  ]);
  expect(found('a.ts', 'const heartbeat = records.takeRecords(), retell = letters;')).toEqual([]);
});

test.each([
  'The request takes 12 ms, and a long one takes several seconds.',
  'It depends on how long the query takes.',
  'The setting takes effect at the next start and takes precedence.',
  'The amount stands out. A stand-in is used.',
  'The command line says hello.',
  'A label begins with a letter: digits are not enough. Each letter is of the Latin alphabet.',
  'The server listens by default and serves its own page on its own port.',
  'The restored file is complete; whole numbers only.',
])('plain English is left alone: %s', (sentence) => {
  expect(found('a.md', sentence)).toEqual([]);
});

test('marketing copy is exempt, its comments are not', () => {
  expect(found('web/marketing/home/a.tsx', "// tells\nconst a = 'It tells a story';")).toEqual([
    { line: 1, kind: 'comment', phrase: 'tells' },
  ]);
});

test('every rule suggests a replacement', () => {
  expect(phraseRules.filter(({ use }) => use === '')).toEqual([]);
});
