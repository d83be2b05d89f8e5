import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** The rows of a CSV file in which every cell is in quotes, by the names in its head row. */
export function parseCsv(content: string): Record<string, string>[] {
  const lines = content.replace(/^\u{FEFF}/u, '').split('\r\n');
  const [head = [], ...rows] = lines.filter((line) => line !== '').map(toCells);
  return rows.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ''])));
}

const toCells = (line: string) =>
  [...line.matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map(([, cell = '']) => cell.replaceAll('""', '"'));

export const readOrdersFile = async (content: Readable) => parseCsv(await text(content));
