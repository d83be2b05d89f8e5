import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineReader } from './line-reader.ts';

const last = Buffer.from('\\.\n');

async function* inPieces(text: string, sizes: number[]): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  let from = 0;
  for (let piece = 0; from < bytes.length; piece += 1) {
    const size = sizes[piece % sizes.length] ?? 1;
    yield bytes.subarray(from, from + size);
    from += size;
  }
}

const row = fc.stringMatching(/^[a-z.\\ü]{0,6}$/).filter((text) => text !== '\\.');
const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });

test('lines and blocks are the same, however the text is split into chunks', async () => {
  await fc.assert(
    fc.asyncProperty(row, fc.array(row), row, sizes, async (head, rows, tail, pieces) => {
      const block = rows.map((line) => `${line}\n`).join('');
      const reader = new LineReader(inPieces(`${head}\n${block}\\.\n${tail}\n`, pieces));
      expect(await reader.readLine()).toBe(head);
      const read: Buffer[] = [];
      for await (const lines of reader.readLinesUntil(last)) read.push(Buffer.from(lines));
      expect(Buffer.concat(read).toString()).toBe(block);
      expect(await reader.readLine()).toBe(tail);
      await reader.requireEnd();
    }),
  );
});

test('a text that is too short, too long or has no line breaks is rejected', async () => {
  await expect(new LineReader(inPieces('no end', [2])).readLine()).rejects.toThrow('ends too early');
  await expect(new LineReader(inPieces('more', [2])).requireEnd()).rejects.toThrow('continues after its end');
  const endless = (async function* () {
    for (;;) yield Buffer.alloc(4 * 1024 * 1024, 'x');
  })();
  await expect(new LineReader(endless).readLine()).rejects.toThrow('a line without an end');
});
