import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { transformSync } from 'esbuild';
import { minifySync } from 'vite';

/** @param {string} name */
const toSource = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Browsers since 2020: optional chaining is the newest syntax. */
const target = 'es2020';

/** The compiled script. */
export const compileTracker = () => compile('tracker.ts');

/** The compiled part that the server puts before the script where tracking codes of earlier releases are in use. */
export const compileFormerNames = () => compile('former-names.ts');

/**
 * The same source gives the same bytes: the versions of esbuild and Vite are pinned.
 * @param {string} name
 */
function compile(name) {
  const code = transformSync(readFileSync(toSource(name), 'utf8'), {
    loader: 'ts',
    target,
    tsconfigRaw: {},
  }).code;
  // A block keeps the script's names out of the page's, as a function does, but is shorter.
  const script = minifySync('t.js', `{${code}}`, {
    compress: { target },
    mangle: { toplevel: true },
    codegen: { removeWhitespace: true },
  });
  const [error] = script.errors;
  if (error) throw new Error(`${name} cannot be minified: ${error.message}`);
  return Buffer.from(script.code.trim());
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
