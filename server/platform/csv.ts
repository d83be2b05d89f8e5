/** What spreadsheets take for the start of a formula (OWASP, CSV injection). */
const formula = /^[=+\-@\t\r]/;

/** Spreadsheets read a file as UTF-8 only when it begins with this mark. */
export const csvStart = '\u{FEFF}';

/** One record as RFC 4180 has it. A cell that a spreadsheet would execute begins with an apostrophe. */
export function toCsvLine(cells: readonly string[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

function toCell(value: string): string {
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
