import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { listScriptReleases } from '../../server/features/tracking-script/script-releases.ts';
import { root } from '../children.ts';
import type { Figure } from '../figures.ts';

/** What a visitor's browser loads: the newest release. */
export async function tracker(): Promise<Figure[]> {
  const folder = join(root, 'tracker', 'releases');
  const [newest] = listScriptReleases(folder);
  if (newest === undefined) throw new Error(`there is no release of the tracker in ${folder}`);
  const script = readFileSync(join(folder, `${newest}.js`));
  const bytes = (name: string, value: number): Figure => ({
    part: 'tracker',
    name: `release ${newest}, ${name}`,
    value,
    unit: 'bytes',
  });
  return [
    bytes('as it is', script.byteLength),
    { ...bytes('gzip', gzipSync(script, { level: 9 }).byteLength), budget: { atMost: 1_500 } },
    bytes('brotli', brotliCompressSync(script).byteLength),
  ];
}
