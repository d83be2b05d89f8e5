import { expect, test } from 'vitest';
import { toCsvLine } from './csv.ts';

const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '−'];
const separators = [',', ';', '\t', '\n', '\r', '\r\n', '|', '\v', '\f', '\u0085', '\u2028', '\u2029'];
const unseen = [
  '',
  ' ',
  '   ',
  '\u00a0',
  '\u3000',
  '\0',
  '\u0001',
  '\u200b',
  '\u2060',
  '\ufeff',
  '"',
  '""',
  ' " ',
];

/**
 * Splits a line as a spreadsheet does: a quoted cell ends at its closing quote, the text up to the next separator is
 * appended to it, and a quote elsewhere is an ordinary character.
 */
function split(line: string, separator: string): string[] {
  const cells = [''];
  let isQuoted = false;
  let isStart = true;
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at] ?? '';
    const last = cells.length - 1;
    if (isQuoted) {
      if (char !== '"') cells[last] += char;
      else if (line[at + 1] === '"') {
        cells[last] += '"';
        at += 1;
      } else isQuoted = false;
    } else if (char === separator || char === '\r' || char === '\n') {
      cells.push('');
      isStart = true;
      continue;
    } else if (char === '"' && isStart) isQuoted = true;
    else cells[last] += char;
    isStart = false;
  }
  return cells;
}

const formula = /^[\s\p{C}"]*[=+\-@＝＋－＠﹦﹢﹣﹫−]/u;

test('no cell becomes a formula, whichever separator the spreadsheet uses', () => {
  for (const sign of signs) {
    for (const gap of unseen) {
      const attacks = [
        `${gap}${sign}cmd|' /C calc'!A0`,
        ...separators.map((separator) => `a${separator}${gap}${sign}cmd|' /C calc'!A0`),
        ...separators.map((separator) => `"${separator}${gap}${sign}1+1${separator}"`),
        ...separators.map((separator) => `${separator}${separator}${gap}${sign}1+1`),
      ];
      for (const attack of attacks) {
        const line = toCsvLine(['honest', attack, 'honest']);
        for (const separator of [',', ';', '\t', '|']) {
          const cells = split(line, separator);
          expect(
            cells.filter((cell) => formula.test(cell)),
            JSON.stringify({ attack, line, separator }),
          ).toEqual([]);
        }
      }
    }
  }
});

test('without the guard, a list with semicolons becomes a formula', () => {
  expect(split('"x","a;=cmd|calc"\r\n', ';')).toContain('=cmd|calc"');
});

test.each([
  ['a;=cmd|calc!A0', `"a;'=cmd|calc!A0"`],
  ['＝HYPERLINK("http://evil.test")', `"'＝HYPERLINK(""http://evil.test"")"`],
  ['\t=1', `"'\t'=1"`],
  ['\tx', `"'\tx"`],
  ['\rx', `"'\rx"`],
  ['a;"=1+1', `"a;'""=1+1"`],
  ['-1+cmd', `"'-1+cmd"`],
  ['-12.50;=1', `"'-12.50;'=1"`],
])('%j is exported as %j', (value, exported) => {
  expect(toCsvLine([value])).toBe(`${exported}\r\n`);
});

test('a cell of separators and blanks is processed in linear time', () => {
  // A pattern with lookahead would take hours.
  for (const text of ['\t'.repeat(2_000_000), ' '.repeat(2_000_000), ', '.repeat(1_000_000)])
    expect(toCsvLine([text]).length).toBeGreaterThan(2_000_000);
});
