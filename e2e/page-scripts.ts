import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { pages, toRouteId } from '../contract/public/pages.ts';

const assets = join(dirname(dirname(fileURLToPath(import.meta.url))), 'build', 'web', 'client', 'assets');
const manifest = z.object({ routes: z.record(z.string(), z.object({ module: z.string() })) });

/** The path of the script that renders a page, by the page's path as in `contract/public/pages.ts`. */
export function requireScriptPath(path: string): string {
  const page = pages.find((each) => each.path === path);
  const name = readdirSync(assets).find((file) => /^manifest-.+\.js$/.test(file)) ?? '';
  const json = /^window\.__reactRouterManifest=(\{.*\});?\s*$/s.exec(
    readFileSync(join(assets, name), 'utf8'),
  )?.[1];
  const { routes } = manifest.parse(JSON.parse(json ?? '{}'));
  const script = page && routes[toRouteId(page)]?.module;
  if (script === undefined) throw new Error(`the build has no script for ${path}`);
  return script;
}
