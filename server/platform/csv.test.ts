import { expect, test } from 'vitest';
import { toCsvLine } from './csv.ts';

test.each([
  [['a', 'b'], 'a,b\r\n'],
  [['say "hi"', 'a,b', 'two\nlines', 'two\r\nlines'], '"say ""hi""","a,b","two\nlines","two\r\nlines"\r\n'],
  [['', 'ünïcode 👍', ' spaced '], ',ünïcode 👍, spaced \r\n'],
  [['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'], "'=1+1,'+1,'-1,'@SUM(A1),'\tx,\"'\rx\"\r\n"],
  [['1=1', 'a+b', 'a-b', 'a@b.example'], '1=1,a+b,a-b,a@b.example\r\n'],
  [['=HYPERLINK("http://evil.test","x")'], '"\'=HYPERLINK(""http://evil.test"",""x"")"\r\n'],
])('a record of %j', (cells, line) => {
  expect(toCsvLine(cells)).toBe(line);
});
