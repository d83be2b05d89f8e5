/*
 * Protects exported files against formula injection. The character at which a spreadsheet splits lines into cells
 * depends on the locale and the user; with another one than the comma it also misreads the quotes. So a formula may
 * start after every possible separator, not only at the start of a cell. Between the separator and the sign that
 * starts a formula, spreadsheets skip blanks, invisible characters and misread quotes.
 */
const separators = String.raw`[;,\|\t\n\v\f\r\u0085\u2028\u2029]`;
const skipped = String.raw`[[\s\p{C}"]--${separators}]`;
// With the full-width and small forms, which some spreadsheets treat as the same signs.
const formulaSigns = String.raw`[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u2212]`;

// Linear time: a run of skipped characters is only matched after a separator.
const formulaStart = new RegExp(`(${separators}|^)(${skipped}*)(?=${formulaSigns})`, 'gv');
const plainNumber = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/** Spreadsheets read a file as UTF-8 only if it starts with this mark. */
export const csvByteOrderMark = '\u{FEFF}';

/**
 * One record in the format of RFC 4180, every cell in quotes. An apostrophe is inserted wherever a spreadsheet would
 * start a formula, so `+49 30 1234` is exported as `'+49 30 1234`. A plain number such as `-12.50` is harmless and
 * stays unchanged.
 */
export function toCsvLine(cells: readonly string[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

function toCell(value: string): string {
  const text = plainNumber.test(value) ? value : escapeFormulas(value);
  return `"${text.replaceAll('"', '""')}"`;
}

function escapeFormulas(value: string): string {
  const escaped = value.replace(formulaStart, "$1'$2");
  return /^[\t\r]/.test(escaped) ? `'${escaped}` : escaped;
}
