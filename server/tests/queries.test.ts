import { join } from 'node:path';
import { expect, test } from 'vitest';
import { resolveFolders } from '../paths.ts';
import { listSources, toUnits } from '../testing/database/company-statements.ts';

const sources = listSources(join(resolveFolders().migrations, '..', '..'));
const queries = sources.filter(({ file }) => file.endsWith('.queries.ts'));
const units = queries.flatMap(({ file, text }) => toUnits(file, text));
/** Functions named `to…` only convert, such as a row into a line of COPY. */
const isExportedFunction = ({ name, text }: { name: string; text: string }) =>
  /^export (?:async )?function/.test(text) && !(/^to[A-Z]/.test(name) && !text.includes('.query('));

test('every query has a Tx as its first parameter, so that it can join a transaction', () => {
  const functions = units.filter(isExportedFunction);
  expect(functions.length).toBeGreaterThan(80);
  const others = functions.filter(({ text }) => !/^export (?:async )?function \w+\(\s*tx: Tx\b/.test(text));
  expect(others.map(({ file, name }) => `${file} ${name}`)).toEqual([]);
});

test('no query opens a transaction or gets a connection', () => {
  const opening = queries.filter(({ text }) => /\.(?:transaction|connect)\(|\bDb\b/.test(text));
  expect(opening.map(({ file }) => file)).toEqual([]);
});

/** The accounts library writes its own statements; the list of columns has the types of the table. */
const builderUsers = ['features/sessions/call-contexts.ts', 'features/tracking/event-columns.ts'];
/** Forwards the statements of the job runner's library. */
const statementUsers = ['platform/jobs.ts'];

test('statements are written in *.queries.ts and db/ alone', () => {
  const rest = sources.filter(({ file }) => !file.endsWith('.queries.ts') && !file.startsWith('db/'));
  const listFiles = (pattern: RegExp) =>
    rest.filter(({ text }) => pattern.test(text)).map(({ file }) => file);
  expect(listFiles(/\borm\b/)).toEqual(builderUsers);
  expect(listFiles(/\bsql`|\.query\s*(?:<[^(]*>)?\(/)).toEqual(statementUsers);
});
