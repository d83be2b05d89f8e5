import { expect, test } from 'vitest';
import { toCsvLine } from './csv.ts';

test.each([
  [['a', 'b'], '"a","b"\r\n'],
  [['say "hi"', 'a,b', 'two\nlines', 'two\r\nlines'], '"say ""hi""","a,b","two\nlines","two\r\nlines"\r\n'],
  [['', 'ünïcode 👍', ' spaced '], '"","ünïcode 👍"," spaced "\r\n'],
  [['1=1', 'a+b', 'a-b', 'a@b.example'], '"1=1","a+b","a-b","a@b.example"\r\n'],
])('the record %j', (cells, line) => {
  expect(toCsvLine(cells)).toBe(line);
});

test.each([
  ['-12.50', '-12.50'],
  ['-5', '-5'],
  ['0', '0'],
  ['1000.00', '1000.00'],
  ['+49 30 1234-567', "'+49 30 1234-567"],
  ['+4930123456', "'+4930123456"],
  ['ada+shop@engine.example', 'ada+shop@engine.example'],
  ['Well-known, self-made; e-mail: a@b.example', 'Well-known, self-made; e-mail: a@b.example'],
  ['Dear team,\nwe would like\n- a shop\n- a chat', "Dear team,\nwe would like\n'- a shop\n'- a chat"],
])('ordinary text stays readable: %j', (value, exported) => {
  expect(toCsvLine([value])).toBe(`"${exported}"\r\n`);
});
