import { inflateSync } from 'node:zlib';

const headerLength = { woff: 44, sfnt: 12 };
const entryLength = { woff: 20, sfnt: 16 };

/**
 * The font of a WOFF file as it was before compression (https://www.w3.org/TR/WOFF/). fontkit would decompress a whole table
 * in JavaScript for each glyph that is drawn.
 */
export function readWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('the file is no WOFF font');
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(headerLength.sfnt + count * entryLength.sfnt);
  // The kind of its outlines.
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const power = Math.floor(Math.log2(count));
  head.writeUInt16BE(2 ** power * 16, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE(count * 16 - 2 ** power * 16, 10);

  const parts: Buffer[] = [head];
  let offset = head.length;
  for (let index = 0; index < count; index += 1) {
    const entry = headerLength.woff + index * entryLength.woff;
    const [start, storedLength, length] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field));
    if (start === undefined || storedLength === undefined || length === undefined) break;
    const stored = woff.subarray(start, start + storedLength);
    const table = storedLength < length ? inflateSync(stored, { maxOutputLength: length }) : stored;
    const target = headerLength.sfnt + index * entryLength.sfnt;
    woff.copy(head, target, entry, entry + 4);
    woff.copy(head, target + 4, entry + 16, entry + 20);
    head.writeUInt32BE(offset, target + 8);
    head.writeUInt32BE(length, target + 12);
    // Tables begin at multiples of four bytes.
    const padding = Buffer.alloc((4 - (length % 4)) % 4);
    parts.push(table, padding);
    offset += table.length + padding.length;
  }
  return Buffer.concat(parts);
}
