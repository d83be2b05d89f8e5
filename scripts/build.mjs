// Builds the targets that changed since the last build: pages, tracking script, server.
import { existsSync, rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { createBuildStamp } from './build-stamp.mjs';
import { commandFile, fail, inRoot, run } from './run.mjs';
import { ensureInstalled } from './setup/install.mjs';

/**
 * The inputs, outputs and build function of each target.
 * @type {Record<string, { inputs: string[], outputs: string[], make: () => Promise<void> }>}
 */
const targets = {
  pages: {
    inputs: [
      'web',
      'contract',
      'vite.config.ts',
      'react-router.config.ts',
      'vite.portal.config.ts',
      'scripts/portal/build-portal.mjs',
      'package-lock.json',
      'scripts/compress.mjs',
    ],
    outputs: [
      'build/web/client/index.html',
      'build/web/client/portal.html',
      'build/web/client/shared.html',
      'build/web/client/company-portal/offline.js',
      'build/portal-page/entry.server.js',
      'build/page-renderer/index.js',
    ],
    make: buildPages,
  },
  'tracking script': {
    inputs: ['tracker', 'contract', 'package-lock.json'],
    outputs: ['build/tracker/t.js'],
    make: buildTrackingScript,
  },
  server: {
    inputs: ['server', 'contract', 'package.json', 'package-lock.json', 'scripts/bundle-server.mjs'],
    outputs: ['build/server/main.js', 'build/server/cli.js', 'build/server/drawing-process.js'],
    make: buildServer,
  },
};

/**
 * @param {{ only?: string[], quiet?: boolean }} [options]
 */
export async function build({ only = Object.keys(targets), quiet = false } = {}) {
  for (const name of only) {
    const target = targets[name];
    if (!target) throw new Error(`There is no build target ${name}.`);
    const stamp = createBuildStamp(name, target);
    if (stamp.isCurrent()) continue;
    const started = performance.now();
    if (!quiet) console.log(`Building the ${name}…`);
    stamp.clear();
    await target.make();
    stamp.set();
    if (!quiet) console.log(`Built the ${name} in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
  }
}

async function buildPages() {
  const { code, output } = await run(
    process.execPath,
    [commandFile('@react-router/dev', 'react-router'), 'build'],
    {
      capture: true,
      env: { NODE_ENV: 'production' },
    },
  );
  if (code !== 0) fail(`${output}\nBuilding the pages failed.`);
  const { buildPortal } = await import('./portal/build-portal.mjs');
  await buildPortal();
  const { compressFolder } = await import('./compress.mjs');
  await compressFolder(inRoot('build', 'web', 'client'));
}

async function buildTrackingScript() {
  const { buildTracker } = await import(pathToFileURL(inRoot('tracker', 'build.mjs')).href);
  await buildTracker(inRoot('build', 'tracker'));
}

async function buildServer() {
  if (existsSync(inRoot('build', 'server'))) rmSync(inRoot('build', 'server'), { recursive: true });
  const { bundleServer } = await import('./bundle-server.mjs');
  await bundleServer(inRoot('build', 'server'));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await ensureInstalled();
  await build();
}
