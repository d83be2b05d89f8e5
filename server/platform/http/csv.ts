/*
 * Which character a spreadsheet splits a file at depends on its country and its user, and a file that is split at
 * another character than the comma is misread quotes and all. So a cell is guarded after every character that may
 * separate cells, not only at its start. Between the separator and the sign that begins a formula spreadsheets
 * skip blanks, invisible characters and misread quotes.
 */
const separators = String.raw`[;,\|\t\n\v\f\r\u0085\u2028\u2029]`;
const skipped = String.raw`[[\s\p{C}"]--${separators}]`;
// With the full-width and small forms, which some spreadsheets read as the same signs.
const formulaSigns = String.raw`[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u2212]`;

// One pass: a run of skipped characters is only looked at after the separator before it.
const formulaStart = new RegExp(`(${separators}|^)(${skipped}*)(?=${formulaSigns})`, 'gv');
const plainNumber = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/** Spreadsheets read a file as UTF-8 only when it begins with this mark. */
export const csvStart = '\u{FEFF}';

/**
 * One record as RFC 4180 has it, every cell in quotes. Where a spreadsheet would start a formula an apostrophe
 * is put before it, so `+49 30 1234` is exported as `'+49 30 1234`. A plain number such as `-12.50` computes
 * nothing and stays a number.
 */
export function toCsvLine(cells: readonly string[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

function toCell(value: string): string {
  const text = plainNumber.test(value) ? value : guard(value);
  return `"${text.replaceAll('"', '""')}"`;
}

function guard(value: string): string {
  const guarded = value.replace(formulaStart, "$1'$2");
  return /^[\t\r]/.test(guarded) ? `'${guarded}` : guarded;
}
