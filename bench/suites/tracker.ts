import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { listScriptReleases } from '../../server/features/tracking-script/script-releases.ts';
import { root } from '../child-processes.ts';
import type { Measurement } from '../measurements.ts';

/** The size of the newest release of the tracking script. */
export async function tracker(): Promise<Measurement[]> {
  const folder = join(root, 'tracker', 'releases');
  const [newest] = listScriptReleases(folder);
  if (newest === undefined) throw new Error(`there is no release of the tracking script in ${folder}`);
  const script = readFileSync(join(folder, `${newest}.js`));
  const bytes = (name: string, value: number): Measurement => ({
    suite: 'tracker',
    name: `release ${newest}, ${name}`,
    value,
    unit: 'bytes',
  });
  return [
    bytes('uncompressed', script.byteLength),
    { ...bytes('gzip', gzipSync(script, { level: 9 }).byteLength), budget: { atMost: 2_000 } },
    bytes('brotli', brotliCompressSync(script).byteLength),
  ];
}
