import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { build, stop } from 'esbuild';
import { fail, inRoot } from './run.mjs';

/** Packages that the bundles do not import but that must be installed. */
const indirect = /** @type {Record<string, string>} */ ({
  '@ip-location-db/geo-whois-asn-country-mmdb': 'a file that server/features/tracking/places/places.ts reads',
  ...Object.fromEntries(
    ['hanken-grotesk', 'instrument-sans', 'nunito', 'source-serif-4'].map((name) => [
      `@fontsource/${name}`,
      'files that server/features/agency/drawing/outlines.ts reads',
    ]),
  ),
  'openapi-types': 'peer of fastify-type-provider-zod',
});

/**
 * Bundles the server's files; packages stay in node_modules. Fails unless the packages that the bundles import are
 * exactly the "dependencies" of package.json.
 * @param {string} outDir
 */
export async function bundleServer(outDir) {
  const { metafile } = await build({
    entryPoints: {
      main: inRoot('server', 'main.ts'),
      cli: inRoot('server', 'cli.ts'),
      // Next to the bundles, where drawing.ts starts it from.
      'drawing-process': inRoot('server', 'features', 'agency', 'drawing', 'drawing-process.ts'),
    },
    outdir: outDir,
    bundle: true,
    // The parent process loads main.js without the server (see server/main.ts).
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    packages: 'external',
    sourcemap: 'linked',
    metafile: true,
    absWorkingDir: inRoot(),
    logLevel: 'warning',
  });
  // esbuild's child process would otherwise run as long as this one, which for npm start is as long as the server.
  await stop();
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  const used = imports
    .filter(({ external, path }) => external && !isBuiltin(path))
    .map(({ path }) => packageOf(path));
  const problems = compareDependencies(
    new Set(used),
    JSON.parse(readFileSync(inRoot('package.json'), 'utf8')),
  );
  if (problems.length > 0) fail(`The server's imports and package.json differ:\n  ${problems.join('\n  ')}`);
}

/**
 * @param {Set<string>} used
 * @param {{ dependencies: Record<string, string> }} manifest
 */
export function compareDependencies(used, { dependencies }) {
  const missing = [...used].filter((name) => !(name in dependencies));
  const unneeded = Object.keys(dependencies).filter((name) => !used.has(name) && !(name in indirect));
  return [
    ...missing.map((name) => `${name} is imported by the server but is not among "dependencies"`),
    ...unneeded.map((name) => `${name} is among "dependencies" but the server does not import it`),
  ];
}

/** @param {string} path */
export function packageOf(path) {
  return path.split('/', path.startsWith('@') ? 2 : 1).join('/');
}
