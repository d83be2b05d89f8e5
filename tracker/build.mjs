import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';

const source = fileURLToPath(new URL('tracker.ts', import.meta.url));

/** The compiled script. The same source gives the same bytes: esbuild's version is pinned. */
export function compileTracker() {
  const { outputFiles } = buildSync({
    entryPoints: [source],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2020',
    tsconfigRaw: {},
    write: false,
  });
  const [file] = outputFiles;
  if (!file) throw new Error('esbuild returned no output for tracker.ts');
  return file.contents;
}

/**
 * Size and hash of a compiled script.
 * @param {Uint8Array} script
 */
export function measure(script) {
  return {
    bytes: script.byteLength,
    gzipBytes: gzipSync(script, { level: 9 }).byteLength,
    integrity: `sha384-${createHash('sha384').update(script).digest('base64')}`,
  };
}

/**
 * Writes t.js into `outDir`.
 * @param {string} outDir
 */
export function buildTracker(outDir) {
  const script = compileTracker();
  mkdirSync(outDir, { recursive: true });
  writeFileSync(join(outDir, 't.js'), script);
  return measure(script);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { bytes, gzipBytes, integrity } = measure(compileTracker());
  console.log(`t.js: ${bytes} bytes, ${gzipBytes} gzip, ${integrity}`);
}
