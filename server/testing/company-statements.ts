import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A table of the event side or another whose rows each belong to one company. */
export interface CompanyTable {
  /** In SQL. */
  name: string;
  /** In the schema, for statements made with the query builder. */
  variable: string;
}

/** A top-level function or constant of a file, with its text. */
export interface Unit {
  file: string;
  name: string;
  text: string;
}

/** All sources of the server but tests and what tests use. */
export function listSources(root: string): { file: string; text: string }[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('testing/'))
    .map((name) => ({
      file: relative(root, join(root, name)),
      text: readFileSync(join(root, name), 'utf8'),
    }));
}

export function toUnits(file: string, text: string): Unit[] {
  const starts = [...text.matchAll(/^(?:export )?(?:async )?(?:function|const) (\w+)/gm)];
  return starts.map((start, index) => ({
    file,
    name: start[1] ?? '',
    text: text.slice(start.index, starts[index + 1]?.index),
  }));
}

/**
 * What is wrong with the statements of a unit: rows of a company's table read, changed or deleted without a
 * condition on company_id for each mention of such a table, or inserted without naming company_id first. A
 * table whose name is put in from a variable counts as a company's.
 */
export function findUnfiltered({ text }: Unit, tables: CompanyTable[]): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*(?:\/\/|--).*$/gm, '');
  const names = tables.map(({ name }) => name).join('|');
  const variables = tables.map(({ variable }) => variable).join('|');
  const count = (pattern: RegExp) => [...code.matchAll(pattern)].length;
  const mentions =
    count(new RegExp(`\\b(?:FROM|JOIN|UPDATE|USING)\\s+"?(?:(?:${names})\\b|\\$\\{)`, 'gi')) +
    count(new RegExp(`\\.(?:from|update|delete|innerJoin|leftJoin)\\(\\s*(?:${variables})\\b`, 'g'));
  const conditions =
    count(/\bUSING\s*\(\s*company_id\b/gi) +
    count(/\bcompany_id\s*(?:=|IN\b)\s*(?:ANY\b|\$|\(|\w+\.company_id\b)/gi) +
    count(new RegExp(`\\b(?:eq|inArray)\\(\\s*(?:${variables})\\.company_id\\b`, 'g'));
  const unnamed = count(
    new RegExp(`\\bINTO\\s+(?:${names})\\b(?!(?:\\s+AS\\s+\\w+)?\\s*\\(\\s*company_id\\b)`, 'gi'),
  );
  return [
    ...(mentions > conditions ? [`${mentions} mentions of a company's table, ${conditions} conditions`] : []),
    ...(unnamed > 0 ? ['an INSERT that does not name company_id first'] : []),
  ];
}

/** Whether a file has SQL or builder calls on such a table at all. */
export function mentionsCompanyTable(text: string, tables: CompanyTable[]): boolean {
  const names = tables.map(({ name }) => name).join('|');
  return new RegExp(`\\b(?:FROM|JOIN|UPDATE|INTO)\\s+"?(?:${names})\\b`).test(text);
}
