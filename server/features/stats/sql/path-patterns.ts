import type { StatementValues } from './statement-values.ts';

/**
 * A condition that holds exactly for the texts for which `matchesPathPattern` does, in the same way and as fast: LIKE
 * would backtrack for each star.
 */
export function toPatternCondition(expression: string, pattern: string, values: StatementValues): string {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return `${expression} = ${values.bind(pattern)}`;
  const parts = others.filter((part) => part !== '');
  const lengthOf = (part: string) => `${values.bind([...part].length)}::BIGINT`;
  const conditions: string[] = [];
  if (first !== '') conditions.push(`starts_with(${expression}, ${values.bind(first)})`);
  if (last !== '') conditions.push(`ends_with(${expression}, ${values.bind(last)})`);
  if (first !== '' && last !== '')
    conditions.push(`length(${expression}) >= ${lengthOf(first)} + ${lengthOf(last)}`);
  if (parts.length > 0) {
    const isAll = first === '' && last === '';
    const middle = isAll
      ? expression
      : `substr(${expression}, ${lengthOf(first)} + 1, greatest(0, length(${expression}) - ${lengthOf(first)} - ${lengthOf(last)}))`;
    conditions.push(toOrderCondition(middle, parts, values));
  }
  return conditions.length === 0 ? `${expression} IS NOT NULL` : `(${conditions.join(' AND ')})`;
}

/** Whether a text has the parts one after the other. */
function toOrderCondition(text: string, parts: readonly string[], values: StatementValues): string {
  const bound = parts.map((part) => `${values.bind(part)}::VARCHAR`);
  if (parts.length === 1) return `contains(${text}, ${bound.join('')})`;
  // The rest after the first place of each part, or null. It is slower than one `contains`.
  return `list_reduce([${[text, ...bound].join(', ')}], lambda rest, part:
    CASE WHEN contains(rest, part) THEN substr(rest, strpos(rest, part) + length(part)) END) IS NOT NULL`;
}

/** Page views of these patterns. Patterns are matched once for each path: there are fewer paths than page views. */
export function toPathCondition(pattern: string, hits: string, values: StatementValues): string {
  if (!pattern.includes('*')) return `path = ${values.bind(pattern)}`;
  return `path IN (SELECT path FROM (SELECT DISTINCT path FROM ${hits} WHERE is_page_view)
    WHERE ${toPatternCondition('path', pattern, values)})`;
}
