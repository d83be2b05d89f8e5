import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const assets = join(dirname(dirname(fileURLToPath(import.meta.url))), 'build', 'web', 'client', 'assets');
const manifest = z.object({ routes: z.record(z.string(), z.object({ module: z.string() })) });

/** The path of the script that renders a page, by the page's source file: `marketing/home-screen.tsx`. */
export function requireScriptPath(pageFile: string): string {
  const name = readdirSync(assets).find((file) => /^manifest-.+\.js$/.test(file)) ?? '';
  const json = /^window\.__reactRouterManifest=(\{.*\});?\s*$/s.exec(
    readFileSync(join(assets, name), 'utf8'),
  )?.[1];
  const { routes } = manifest.parse(JSON.parse(json ?? '{}'));
  const script = routes[pageFile.replace(/\.tsx$/, '')]?.module;
  if (script === undefined) throw new Error(`the build has no script for ${pageFile}`);
  return script;
}
