import type { LiveVisitors } from '../../../../contract/live.ts';
import type { Tx } from '../../../db/client.ts';
import { type PresentVisitors, readPresentVisitors } from './live-visitors.queries.ts';

/** So that a frame with ten long paths, five sources and five countries stays below 4 kB. */
const pathBytesMax = 160;
const nameBytesMax = 60;

/** Who is on the site of a company now, with long values cut. */
export async function readLiveVisitors(tx: Tx, companyId: string, now: Date): Promise<LiveVisitors> {
  return toLiveVisitors(await readPresentVisitors(tx, companyId, now));
}

export function toLiveVisitors({ tabs: _tabs, ...found }: PresentVisitors): LiveVisitors {
  return {
    ...found,
    pages: cutValues(found.pages, pathBytesMax),
    sources: cutValues(found.sources, nameBytesMax),
    countries: cutValues(found.countries, nameBytesMax),
  };
}

function cutValues(list: LiveVisitors['pages'], bytesMax: number): LiveVisitors['pages'] {
  return list.map(({ value, visitors }) => ({ value: cutText(value, bytesMax), visitors }));
}

/** The text, or its beginning and an ellipsis, in at most `bytesMax` bytes of JSON (UTF-8, with quotes). */
export function cutText(text: string, bytesMax: number): string {
  if (jsonBytes(text) <= bytesMax) return text;
  let cut = '';
  for (const character of text) {
    if (jsonBytes(`${cut}${character}…`) > bytesMax) break;
    cut += character;
  }
  return `${cut}…`;
}

const jsonBytes = (text: string) => Buffer.byteLength(JSON.stringify(text));
