/** A value of a column in COPY's text format. Dates are instants; objects are stored as JSON. */
export type CopyValue = string | number | bigint | boolean | Date | object | null | undefined;

/** A row in COPY's text format, with its line break. */
export function toCopyLine(values: readonly CopyValue[]): string {
  let line = '';
  for (const value of values) line += `${toField(value)}\t`;
  return `${line.slice(0, -1)}\n`;
}

function toField(value: CopyValue): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'string') return escapeText(value);
  if (typeof value !== 'object') return String(value);
  if (value instanceof Date) return value.toISOString();
  return escapeText(JSON.stringify(value));
}

const special = /[\\\t\n\r]/;
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function escapeText(text: string): string {
  return special.test(text) ? text.replaceAll(/[\\\t\n\r]/g, (found) => escapes[found] ?? '') : text;
}
