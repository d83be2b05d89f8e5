import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A table whose rows each belong to one company. */
export interface CompanyTable {
  /** The name in SQL. */
  name: string;
  /** The name in the schema, for statements made with the query builder. */
  variable: string;
}

/** A top-level function or constant of a file. */
export interface Unit {
  file: string;
  name: string;
  text: string;
}

/** All source files of the server, without tests and test support. */
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

/** A reference to a company's table in a statement, and the alias of its columns. */
interface Mention {
  at: number;
  table: string;
  alias: string;
  /** Joined with USING (company_id …) to a table that is checked itself. */
  isJoined: boolean;
}

interface Condition {
  at: number;
  /** The qualifier of company_id; '' for none. */
  name: string;
}

/**
 * Lists the problems in the statements of a unit: rows of a company's table read, changed or deleted without a
 * condition on that table's company_id, or inserted without company_id as the first column. A table name inserted from
 * a variable counts as a company's table. Each statement is checked separately, so that an extra condition in one does
 * not count for another.
 */
export function findUnfiltered({ text }: Unit, tables: CompanyTable[]): string[] {
  const { statements, rest } = splitStatements(withoutComments(text));
  return [
    ...statements.flatMap((statement) => findUnfilteredSql(statement, tables)),
    ...findUnfilteredCalls(rest, tables),
  ];
}

function findUnfilteredSql(text: string, tables: CompanyTable[]): string[] {
  const sql = text.replaceAll(/(?<!\w)--.*$/gm, '');
  const names = tables.map(({ name }) => name).join('|');
  const conditions = listConditions(sql);
  const unfiltered = listMentions(sql, names).filter(({ at, table, alias, isJoined }) => {
    if (isJoined) return false;
    // Only within the same parentheses: a condition in another subquery applies to other rows, even if the names match.
    const [scope] = listOpen(sql, at).slice(-1);
    const near = conditions.filter((each) => scope === undefined || listOpen(sql, each.at).includes(scope));
    if (near.some(({ name }) => name === alias || name === table)) return false;
    // An unqualified condition counts for one table only.
    const bare = near.find(({ name }) => name === '');
    if (bare) conditions.splice(conditions.indexOf(bare), 1);
    return !bare;
  });
  const unnamed = sql.match(
    new RegExp(
      `\\bINTO\\s+(?:\\w+\\.)?"?(?:${names})\\b"?(?!(?:\\s+AS\\s+\\w+)?\\s*\\(\\s*company_id\\b)`,
      'gi',
    ),
  );
  // A COPY into a table is an INSERT: its rows name their company.
  const loaded = `(?!"?\\s*\\(\\s*company_id\\b[^)]*\\)\\s+FROM\\s+STDIN\\b)`;
  const whole = sql.match(
    new RegExp(
      `\\b(?:TRUNCATE|COPY|TABLE)\\s+(?:TABLE\\s+|ONLY\\s+)?(?:\\w+\\.)?"?(?:${names})\\b${loaded}`,
      'gi',
    ),
  );
  const isAlwaysTrue = /\bOR\s+(?:true|1\s*=\s*1)\b|\bcompany_id\s+IS\s+NOT\s+NULL/i.test(sql);
  return [
    ...unfiltered.map(({ table, alias }) => `${table} (${alias}) without a condition on its company_id`),
    ...(unnamed ? ['an INSERT that does not name company_id first'] : []),
    ...(whole ? ['a statement on a whole table'] : []),
    ...(isAlwaysTrue && listMentions(sql, names).length > 0 ? ['a condition that is always true'] : []),
  ];
}

/** The positions of the parentheses that are open at a position of a statement, outermost first. */
function listOpen(sql: string, place: number): number[] {
  const open: number[] = [];
  for (let at = 0; at < place; at += 1) {
    if (sql[at] === '(') open.push(at);
    if (sql[at] === ')') open.pop();
  }
  return open;
}

/** Tables after FROM, JOIN, UPDATE, USING and MERGE INTO, and after the commas of a FROM. */
function listMentions(sql: string, names: string): Mention[] {
  const table = `(?:\\$\\{[^}]*\\}|(?:ONLY\\s+)?\\(?\\s*(?:\\w+\\.)?"?(?:${names})\\b"?)`;
  const alias =
    '(?:\\s+(?:AS\\s+)?(?!(?:WHERE|SET|JOIN|LEFT|RIGHT|INNER|FULL|CROSS|ON|USING|GROUP|ORDER|LIMIT|UNION|FOR|RETURNING|HAVING|OFFSET)\\b)(\\w+))?';
  const joined = '(\\s+USING\\s*\\(\\s*company_id\\b)?';
  const pattern = new RegExp(
    `(?:\\b(?:FROM|JOIN|UPDATE|USING|MERGE\\s+INTO)\\s+|(?<=\\bFROM\\s+[\\w."]+(?:\\s+(?:AS\\s+)?\\w+)?\\s*,\\s*))(${table})(?![\\w(])${alias}${joined}`,
    'gi',
  );
  const found: Mention[] = [];
  for (const match of sql.matchAll(pattern)) {
    // `ON CONFLICT DO UPDATE SET` and `FOR UPDATE OF alias` do not match, because no table name follows.
    const [, written = '', given, using] = match;
    const name = /(\w+)"?$/.exec(written)?.[1] ?? written;
    found.push({ at: match.index, table: name, alias: given ?? name, isJoined: using !== undefined });
  }
  return found;
}

/** The qualifier of each company_id that is compared with something other than itself; '' for none. */
function listConditions(sql: string): Condition[] {
  const value = '(ANY\\b|\\$|\\(|(\\w+)\\.company_id\\b)';
  const pattern = new RegExp(`(?:(\\w+)\\.)?\\bcompany_id\\s*(?:=|IN\\b)\\s*${value}`, 'gi');
  return [...sql.matchAll(pattern)].flatMap((match) => {
    const [, left = '', , right] = match;
    const before = sql.slice(Math.max(0, match.index - 5), match.index);
    if (/\bNOT\s*\(?\s*$/i.test(before) || left === right) return [];
    return [left, right].flatMap((name) => (name === undefined ? [] : { at: match.index, name }));
  });
}

function findUnfilteredCalls(code: string, tables: CompanyTable[]): string[] {
  const variables = tables.map(({ variable }) => variable).join('|');
  const count = (pattern: RegExp) => [...code.matchAll(pattern)].length;
  const mentions = count(callsOn(variables));
  const conditions = count(
    new RegExp(`\\b(?:eq|inArray)\\(\\s*(?:\\w+\\.)?(?:${variables})\\.company_id\\b`, 'g'),
  );
  return mentions > conditions ? [`${mentions} calls on a company's table, ${conditions} conditions`] : [];
}

const callsOn = (variables: string) =>
  new RegExp(
    `\\.(?:(?:from|update|delete|innerJoin|leftJoin|rightJoin|fullJoin|crossJoin|\\$count)\\(\\s*(?:\\w+\\.)?(?:${variables})\\b|query\\.(?:${variables})\\b)`,
    'g',
  );

export function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

/** The string and template literals, including their `${…}` parts, and the code between them. */
export function splitStatements(code: string): { statements: string[]; rest: string } {
  const statements: string[] = [];
  let rest = '';
  for (let at = 0; at < code.length; at += 1) {
    const quote = code[at] ?? '';
    if (!['`', "'", '"'].includes(quote)) {
      rest += quote;
      continue;
    }
    const end = findEnd(code, at, quote);
    statements.push(code.slice(at + 1, end));
    at = end;
  }
  return { statements, rest };
}

/** The end of the literal that starts at a quote. A template literal may contain others in `${…}`. */
function findEnd(code: string, start: number, quote: string): number {
  for (let at = start + 1; at < code.length; at += 1) {
    if (code[at] === '\\') at += 1;
    else if (code[at] === quote) return at;
    else if (quote === '`' && code.startsWith('${', at)) at = findBrace(code, at + 2);
  }
  return code.length;
}

function findBrace(code: string, start: number): number {
  for (let at = start; at < code.length; at += 1) {
    const sign = code[at] ?? '';
    if (sign === '}') return at;
    if (['`', "'", '"'].includes(sign)) at = findEnd(code, at, sign);
    else if (sign === '{') at = findBrace(code, at + 1);
  }
  return code.length;
}

/** Whether a file has SQL or builder calls on such a table at all. */
export function mentionsCompanyTable(text: string, tables: CompanyTable[]): boolean {
  const names = tables.map(({ name }) => name).join('|');
  const variables = tables.map(({ variable }) => variable).join('|');
  const { statements } = splitStatements(withoutComments(text));
  return (
    statements.some(
      (sql) =>
        /\b(?:SELECT|INSERT|UPDATE|DELETE|TRUNCATE|COPY|MERGE)\b/i.test(sql) &&
        new RegExp(
          `\\b(?:FROM|JOIN|UPDATE|INTO|USING|TRUNCATE|COPY)\\s+(?:ONLY\\s+)?(?:\\w+\\.)?"?(?:${names})\\b`,
          'i',
        ).test(sql),
    ) || new RegExp(`${callsOn(variables).source}|\\.insert\\(\\s*(?:\\w+\\.)?(?:${variables})\\b`).test(text)
  );
}
