import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const scripts = z.object({ module: z.string(), imports: z.array(z.string()) });
const manifest = z.object({ entry: scripts, routes: z.object({ root: scripts }).catchall(scripts) });

const manifestFile = /^window\.__reactRouterManifest=(\{.*\});?\s*$/s;

/**
 * Returns a function from a route id to the `Link` header that preloads its scripts. Pages rendered in the
 * browser share one HTML file, which names only the shared scripts: without the header, a browser requests the others
 * one round trip later. Reads the manifest of the build; the header is undefined without a manifest.
 */
export function readScriptPreloadLinks(pagesFolder: string): (routeId: string) => string | undefined {
  const assets = join(pagesFolder, 'assets');
  const file = existsSync(assets)
    ? readdirSync(assets).find((name) => /^manifest-.+\.js$/.test(name))
    : undefined;
  const [, json] =
    file === undefined ? [] : (manifestFile.exec(readFileSync(join(assets, file), 'utf8')) ?? []);
  if (json === undefined) return () => undefined;
  const { entry, routes } = manifest.parse(JSON.parse(json));
  const shared = new Set([entry, routes.root].flatMap(({ module, imports }) => [module, ...imports]));
  return (routeId) => {
    const route = routes[routeId];
    const own = route ? [route.module, ...route.imports].filter((script) => !shared.has(script)) : [];
    return own.map((script) => `<${script}>; rel=modulepreload`).join(', ') || undefined;
  };
}
