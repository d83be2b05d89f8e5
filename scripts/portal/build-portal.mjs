// Builds the portal: the scripts and the page for browsers, and the renderer for the server.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { buildSync } from 'esbuild';
import { commandFile, fail, inRoot, run } from '../run.mjs';

export async function buildPortal() {
  for (const args of [[], ['--mode', 'shared'], ['--ssr']]) {
    const { code, output } = await run(
      process.execPath,
      [
        commandFile('vite'),
        'build',
        '--config',
        inRoot('vite.portal.config.ts'),
        '--logLevel',
        'warn',
        ...args,
      ],
      { capture: true, env: { NODE_ENV: 'production' } },
    );
    if (code !== 0) fail(`${output}\nBuilding the portal failed.`);
  }
  const file = inRoot('build', 'web', 'client', 'portal.html');
  const page = deferPortalScripts(readFileSync(file, 'utf8'));
  writeFileSync(file, page);
  buildOfflineWorker(page);
}

/**
 * The service worker is one file without imports, under a name that never changes.
 * @param {string} page
 */
function buildOfflineWorker(page) {
  // Its address is `offlineWorkerPath` in contract/portal-page.ts.
  const file = inRoot('build', 'web', 'client', 'company-portal', 'offline.js');
  mkdirSync(dirname(file), { recursive: true });
  const version = createHash('sha256').update(page).digest('hex').slice(0, 12);
  buildSync({
    entryPoints: [inRoot('web', 'portal', 'offline', 'offline-worker.ts')],
    outfile: file,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    define: { PAGE_VERSION: JSON.stringify(version) },
  });
}

const entry = /<script type="module" crossorigin src="([^"]+)"><\/script>\s*/;
const preload = /<link rel="modulepreload" crossorigin href="([^"]+)">\s*/g;
const mark = '<!--late-->';

/**
 * Rewrites the built page so that its scripts are requested after its first paint: until then the figures, the style sheet
 * and the font have the whole bandwidth. The page can be read without scripts.
 * @param {string} html
 */
export function deferPortalScripts(html) {
  const [, script] = entry.exec(html) ?? [];
  if (script === undefined || !html.includes(mark))
    throw new Error('The built portal loads its scripts in an unexpected way.');
  const preloads = [...html.matchAll(preload)].map(([, file]) => file);
  const loader = `<script>(${loadScripts})(${JSON.stringify(script)},${JSON.stringify(preloads)})</script>`;
  return html.replace(entry, '').replaceAll(preload, '').replace(mark, `${loader}${mark}`);
}

// Written into the page as it is here. A hidden tab has no paint to wait for. `async`: the script runs before late answers
// have arrived.
const loadScripts = `function(entry,preloads){
function add(name,props){document.head.append(Object.assign(document.createElement(name),props))}
function go(){
preloads.forEach(function(href){add('link',{rel:'modulepreload',href:href})});
add('script',{type:'module',async:true,src:entry,onerror:function(){sitePage.showFailure()}})
}
if(document.hidden)go()
else requestAnimationFrame(function(){setTimeout(go)})
}`;
