/**
 * Lists the constructs of a statement that a Citus cluster refuses or runs on every machine, although plain PostgreSQL
 * accepts them (decision 51). It reads text, not plans: a cluster cannot be built where the tests run.
 */
export function findUndistributable(statement: string, known: KnownTables): string[] {
  const sql = toOneLine(statement);
  return rules.filter(({ isBroken }) => isBroken(sql, known)).map(({ name }) => name);
}

/** The tables that a statement reads or writes, without the queries of its WITH. */
export function listTables(statement: string): string[] {
  const sql = toOneLine(statement);
  const mentions = sql.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE|USING)\s+([a-z_]+)\b(?!\s*\()/g);
  const isOfWith = (name: string) =>
    new RegExp(`\\b${name}(?: ?\\([^()]*\\))? AS (?:MATERIALIZED )?\\(`).test(sql);
  return [...new Set([...mentions].flatMap(([, name = '']) => (isOfWith(name) ? [] : [name])))];
}

const toOneLine = (statement: string) => statement.replaceAll(/(?<!\w)--.*$/gm, '').replaceAll(/\s+/g, ' ');

interface KnownTables {
  distributed: readonly string[];
  /** The tables that are on the coordinator alone. */
  coordinator: readonly string[];
}

interface Rule {
  name: string;
  isBroken: (sql: string, known: KnownTables) => boolean;
}

/** STABLE or VOLATILE: in DO UPDATE, and in UPDATE and DELETE of distributed tables, only IMMUTABLE ones are allowed. */
const changingFunctions =
  /\b(?:now|clock_timestamp|statement_timestamp|random|gen_random_uuid|timeofday)\s*\(|\bcurrent_(?:timestamp|date|time)\b|[-+] ?interval '/i;

/** The above, and functions of times, whose results depend on the time zone. */
const stableFunctions = new RegExp(
  `${changingFunctions.source}|\\b(?:date_trunc|to_char|to_date|age|extract|date_part)\\s*\\(`,
  'i',
);

const rules: Rule[] = [
  {
    // One that is limited to companies of one shard is sent to its machine as it is.
    name: 'a subquery that refers to a row of a set-returning function',
    isBroken: (sql) =>
      listFunctionAliases(sql).some((alias) =>
        listSubqueriesWith(sql, alias).some((subquery) => !/\bcompany_id = ANY \(\$\d/.test(subquery)),
      ),
  },
  {
    name: 'a lateral join or an anti-join of a set-returning function in a statement that writes',
    isBroken: (sql) =>
      isWriting(sql) &&
      /\b(?:json(?:b)?_to_recordset|unnest)\s*\((?:[^()]|\([^()]*\))*\)[^()]*(?:\([^()]*\))?\s*(?:CROSS JOIN LATERAL \(\s*SELECT [^()]*\bFROM\b|LEFT JOIN\b.*\bIS NULL\b)/i.test(
        sql,
      ),
  },
  {
    name: 'a function in DO UPDATE or its WHERE whose result is not immutable',
    isBroken: (sql) => listUpdateClauses(sql).some((clause) => changingFunctions.test(clause)),
  },
  {
    name: 'a function in UPDATE or DELETE whose result is not immutable',
    isBroken: (sql) => /^\s*(?:UPDATE|DELETE)\b/i.test(sql) && changingFunctions.test(sql),
  },
  {
    name: 'an INSERT … SELECT with a parameter in the WHERE of its DO UPDATE',
    isBroken: (sql) =>
      listUpserts(sql).some(({ source, update }) => isSelected(source) && hasParameterInWhere(update)),
  },
  {
    name: 'row locks on a table that is not limited to a company by a value',
    isBroken: (sql) => listLockingQueries(sql).some((query) => listUnlimited(query, sql).length > 0),
  },
  {
    name: 'a function in CASE or COALESCE of a statement that changes rows whose result is not immutable',
    isBroken: (sql) =>
      /\bUPDATE\b/i.test(sql) && listConditionals(sql).some((part) => stableFunctions.test(part)),
  },
  {
    name: 'an outer join in a statement that writes, with a table limited to a company only in its ON',
    isBroken: (sql) => isWriting(sql) && hasCompanyOnlyInOn(sql),
  },
  {
    name: 'a subquery of a distributed table that refers to a row of companies',
    isBroken: (sql, { distributed }) =>
      [...sql.matchAll(/\bFROM companies (?:AS )?(?!WHERE\b)(\w+)/g)].some(([, alias = '']) =>
        listSubqueriesWith(sql, alias).some((subquery) => hasAny(listTables(subquery), distributed)),
      ),
  },
  {
    name: 'a distributed table with a table of the coordinator',
    isBroken: (sql, { distributed, coordinator }) =>
      hasAny(listTables(sql), distributed) && hasAny(listTables(sql), coordinator),
  },
  { name: 'GROUPING SETS', isBroken: (sql) => /\bGROUPING SETS\b|\bROLLUP\s*\(|\bCUBE\s*\(/i.test(sql) },
  {
    name: 'SKIP LOCKED without a company',
    isBroken: (sql) => /\bSKIP LOCKED\b/i.test(sql) && !/\bcompany_id\s*=/.test(sql),
  },
  { name: 'a trigger', isBroken: (sql) => /\bCREATE (?:OR REPLACE )?(?:CONSTRAINT )?TRIGGER\b/i.test(sql) },
];

const hasAny = (tables: string[], wanted: readonly string[]) =>
  tables.some((table) => wanted.includes(table));

const isWriting = (sql: string) => /\b(?:INSERT INTO|UPDATE|DELETE FROM)\b/i.test(sql);

/** The aliases of set-returning functions in FROM. */
function listFunctionAliases(sql: string): string[] {
  const found = sql.matchAll(
    /\bFROM\s+(?:json(?:b)?_to_recordset|unnest)\s*\((?:[^()]|\([^()]*\))*\)\s*(?:WITH ORDINALITY\s*)?(?:AS\s+)?(\w+)/gi,
  );
  return [...found].map((match) => match[1] ?? '');
}

/** The parentheses that begin with SELECT, use the alias, and do not contain its FROM. */
function listSubqueriesWith(sql: string, alias: string): string[] {
  const uses = [...sql.matchAll(new RegExp(`\\b${alias}\\.\\w`, 'g'))];
  return uses.flatMap(({ index }) => {
    const subquery = findSubqueryAround(sql, index);
    return subquery === undefined || definesAlias(subquery, alias) ? [] : [subquery];
  });
}

function definesAlias(subquery: string, alias: string): boolean {
  if (listFunctionAliases(subquery).includes(alias)) return true;
  return new RegExp(`\\b(?:FROM|JOIN|USING)\\s+\\w+\\s+(?:AS\\s+)?${alias}\\b`, 'i').test(subquery);
}

/** The innermost parentheses around a position whose contents begin with SELECT. */
function findSubqueryAround(sql: string, at: number): string | undefined {
  let depth = 0;
  for (let start = at; start >= 0; start -= 1) {
    if (sql[start] === ')') depth += 1;
    if (sql[start] !== '(') continue;
    if (depth > 0) {
      depth -= 1;
      continue;
    }
    if (!/^\(\s*SELECT\b/i.test(sql.slice(start))) continue;
    return sql.slice(start + 1, findClosing(sql, start));
  }
  return undefined;
}

/** The parts of ON CONFLICT … DO UPDATE, up to RETURNING or the end of the parentheses. */
function listUpdateClauses(sql: string): string[] {
  return [...sql.matchAll(/\bDO UPDATE\b/gi)].map(({ index }) => {
    const end = findClosing(sql, index - 1);
    return sql.slice(index, end).replace(/\bRETURNING\b.*$/i, '');
  });
}

/** The position of the parenthesis that closes the one at or before `from`; the end of the text without one. */
function findClosing(sql: string, from: number): number {
  let depth = 1;
  for (let at = from + 1; at < sql.length; at += 1) {
    if (sql[at] === '(') depth += 1;
    if (sql[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return sql.length;
}

/** The parts of each INSERT with DO UPDATE: where its rows come from, and what it updates. */
function listUpserts(sql: string): { source: string; update: string }[] {
  return [...sql.matchAll(/\bDO UPDATE\b/gi)].flatMap(({ index }) => {
    const start = sql.slice(0, index).search(/\bINSERT INTO\b(?!.*\bINSERT INTO\b)/i);
    if (start < 0) return [];
    const update = sql.slice(index, findClosing(sql, index - 1)).replace(/\bRETURNING\b.*$/i, '');
    return [{ source: sql.slice(start, index), update }];
  });
}

/** Whether the rows of an INSERT are those of a query, and not of VALUES after the list of columns. */
const isSelected = (source: string) => !/^INSERT INTO [\w.]+(?: AS \w+)? ?\([^()]*\) ?VALUES\b/i.test(source);

const hasParameterInWhere = (update: string) => /\bWHERE\b.*(?:\$\d|\$\{)/i.test(update);

/** The innermost parentheses, or the whole statement, around each FOR UPDATE or FOR SHARE. */
function listLockingQueries(sql: string): string[] {
  return [...sql.matchAll(/\bFOR (?:(?:NO KEY )?UPDATE|(?:KEY )?SHARE)\b/gi)].map(({ index }) => {
    let depth = 0;
    for (let start = index; start >= 0; start -= 1) {
      if (sql[start] === ')') depth += 1;
      if (sql[start] === '(' && depth === 0) return sql.slice(start + 1, index);
      if (sql[start] === '(') depth -= 1;
    }
    return sql.slice(0, index);
  });
}

/** The tables of a query with several that have no `company_id = value`. Those of WITH have the rows of others. */
function listUnlimited(query: string, sql: string): string[] {
  const own = withoutParentheses(query);
  const keywords = '(?:JOIN|WHERE|ON|USING|ORDER|LEFT|CROSS)';
  const mentions = new RegExp(`\\b(?:FROM|JOIN)\\s+(\\w+)(?:\\s+(?:AS\\s+)?(?!${keywords}\\b)(\\w+))?`, 'gi');
  const tables = [...own.matchAll(mentions)];
  if (tables.length < 2) return [];
  return tables.flatMap(([, table = '', alias = table]) => {
    const isOfWith = new RegExp(`\\b${table}\\s+AS\\s+(?:MATERIALIZED\\s+)?\\(`, 'i').test(sql);
    const isLimited = new RegExp(`\\b${alias}\\.company_id = (?:\\$\\d|\\$\\{|')`, 'i').test(own);
    return isOfWith || isLimited ? [] : [table];
  });
}

/** Removes what is in parentheses: other queries, and arguments. */
function withoutParentheses(sql: string): string {
  const shorter = sql.replaceAll(/\([^()]*\)/g, ' ');
  return shorter === sql ? sql : withoutParentheses(shorter);
}

/** The text of each CASE … END and COALESCE(…). */
function listConditionals(sql: string): string[] {
  const cases = [...sql.matchAll(/\bCASE\b.*?\bEND\b/gi)].map(([text]) => text);
  const coalesces = [...sql.matchAll(/\bCOALESCE\s*\(/gi)].map(({ index, 0: { length } }) =>
    sql.slice(index, findClosing(sql, index + length - 1)),
  );
  return [...cases, ...coalesces];
}

/** Whether `x.company_id = value` is in the ON of an outer join of x, and nowhere else. */
function hasCompanyOnlyInOn(sql: string): boolean {
  const joins = sql.matchAll(/\bLEFT JOIN\s+\w+\s+(?:AS\s+)?(\w+)\s+ON\b/gi);
  return [...joins].some(({ 1: alias = '' }) => {
    const limits = [...sql.matchAll(new RegExp(`\\b${alias}\\.company_id = (?:\\$\\d|\\$\\{)`, 'gi'))];
    return (
      limits.length > 0 && limits.every(({ index }) => !/\bWHERE\b(?![^()]*\))/i.test(sql.slice(0, index)))
    );
  });
}
