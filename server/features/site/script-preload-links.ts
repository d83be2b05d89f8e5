import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const scripts = z.object({ module: z.string(), imports: z.array(z.string()) });
const manifest = z.object({ entry: scripts, routes: z.object({ root: scripts }).catchall(scripts) });

const written = /^window\.__reactRouterManifest=(\{.*\});?\s*$/s;

/**
 * Gives the `Link` header that names the scripts of one page drawn in the browser, by the file of its module.
 * All such pages share one HTML file, which can name only what they share: without the header a browser
 * learns of the rest when the shared scripts have run, a whole round trip later. Read from what the build
 * wrote down of itself; undefined where that is missing.
 */
export function readScriptPreloadLinks(pagesFolder: string): (moduleFile: string) => string | undefined {
  const assets = join(pagesFolder, 'assets');
  const file = existsSync(assets)
    ? readdirSync(assets).find((name) => /^manifest-.+\.js$/.test(name))
    : undefined;
  const [, json] = file === undefined ? [] : (written.exec(readFileSync(join(assets, file), 'utf8')) ?? []);
  if (json === undefined) return () => undefined;
  const { entry, routes } = manifest.parse(JSON.parse(json));
  const shared = new Set([entry, routes.root].flatMap(({ module, imports }) => [module, ...imports]));
  return (moduleFile) => {
    const route = routes[moduleFile.replace(/\.tsx$/, '')];
    const own = route ? [route.module, ...route.imports].filter((script) => !shared.has(script)) : [];
    return own.map((script) => `<${script}>; rel=modulepreload`).join(', ') || undefined;
  };
}
