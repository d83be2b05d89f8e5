// Renders the social preview images of the pages, and the icons. Run it by hand after a title or a drawing has
// changed and commit the result, so that a build needs no browser. Needs `npm run build` first.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { build as bundle } from 'esbuild';
import { chromium } from 'playwright-core';
import { fail, inRoot } from './run.mjs';
import { ensureBrowser } from './setup/ensure-browser.mjs';

const pagesFolder = inRoot('build', 'web', 'client');
const publicFolder = inRoot('web', 'public');
const iconSvg = readFileSync(join(publicFolder, 'icon.svg'), 'utf8');
const types = /** @type {Record<string, string>} */ ({
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
});
const paper = '#fbfaf7';
// Opaque, so that they are legible on any background. The system rounds the corners of the last two itself.
const icons = [
  { file: 'icon-192.png', size: 192, share: 0.72, radius: '22%' },
  { file: 'icon-512.png', size: 512, share: 0.72, radius: '22%' },
  // Systems may crop the outer fifth of a maskable icon.
  { file: 'icon-maskable-512.png', size: 512, share: 0.5, radius: '0' },
  { file: 'apple-touch-icon.png', size: 180, share: 0.62, radius: '0' },
];

if (!existsSync(pagesFolder)) fail('Build the pages first: npm run build');
const { staticPaths, socialImagePath, renderCard } = await loadCards();
const styleSheet = readdirSync(join(pagesFolder, 'assets')).find((name) => /^app-.*\.css$/.test(name));
const server = createServer((request, response) => {
  const file = join(pagesFolder, (request.url ?? '/').split('?')[0] ?? '');
  if (!file.startsWith(pagesFolder) || !existsSync(file) || !statSync(file).isFile()) {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
    return;
  }
  const type = types[/\.\w+$/.exec(file)?.[0] ?? ''] ?? 'application/octet-stream';
  response.writeHead(200, { 'content-type': type }).end(readFileSync(file));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
const address = server.address();
const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ['--no-sandbox'] });

const page = await browser.newPage({ viewport: { width: 1200, height: 630 }, reducedMotion: 'reduce' });
mkdirSync(join(publicFolder, 'social'), { recursive: true });
await page.goto(origin);
// The first one twice, because the browser renders it before its fonts are loaded.
for (const path of [staticPaths[0], ...staticPaths]) {
  const html = readFileSync(join(pagesFolder, path, 'index.html'), 'utf8');
  const card = renderCard({
    path,
    title: readMeta(html, 'og:title'),
    description: readMeta(html, 'og:description'),
  });
  await page.setContent(
    `<html data-theme="light"><head><base href="${origin}/"><link rel="stylesheet" href="/assets/${styleSheet}"></head><body>${card}</body></html>`,
    { waitUntil: 'networkidle' },
  );
  // allSettled, because the local fallback fonts are not installed everywhere.
  await page.evaluate('Promise.allSettled([...document.fonts].map((font) => font.load()))');
  const file = join(publicFolder, socialImagePath(path));
  await page.screenshot({ path: file });
  shrink(file);
}

for (const { file, size, share, radius } of icons) {
  const edge = Math.round(size * share);
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<body style="margin:0;background:transparent"><div style="display:grid;place-content:center;height:100vh;background:${paper};border-radius:${radius}">` +
      `<div style="width:${edge}px;height:${edge}px">${iconSvg}</div></div></body>`,
  );
  await page.screenshot({ path: join(publicFolder, file), omitBackground: true });
  shrink(join(publicFolder, file));
}

await browser.close();
server.close();

async function loadCards() {
  const { outputFiles } = await bundle({
    stdin: {
      contents: `
        import { createElement } from 'react';
        import { renderToStaticMarkup } from 'react-dom/server';
        import { SocialCard } from './web/marketing/social/social-card.tsx';
        export { socialImagePath } from './contract/rules/page-address.ts';
        export { staticPaths } from './contract/public/pages.ts';
        import { usualBrand } from './contract/site/brand.ts';
        import { readSiteSettingsWith } from './web/site/site-settings.ts';
        readSiteSettingsWith(() => ({ brand: usualBrand }));
        export const renderCard = (props) => renderToStaticMarkup(createElement(SocialCard, props));`,
      resolveDir: inRoot(),
    },
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    jsx: 'automatic',
  });
  /** @type {{ exports: any }} */
  const module = { exports: {} };
  const { createRequire } = await import('node:module');
  new Function('module', 'exports', 'require', outputFiles[0]?.text ?? '')(
    module,
    module.exports,
    createRequire(import.meta.url),
  );
  return module.exports;
}

/**
 * @param {string} html
 * @param {string} property
 */
function readMeta(html, property) {
  const content = new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(html)?.[1];
  if (!content) fail(`A page has no ${property}.`);
  return content?.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

/**
 * Reduces an image to 96 colours if pngquant is installed: a fifth of the size without a visible difference.
 * @param {string} file
 */
function shrink(file) {
  const { error } = spawnSync('pngquant', [
    '--force',
    '--skip-if-larger',
    '--strip',
    '--speed=1',
    '--output',
    file,
    '96',
    file,
  ]);
  if (error) console.warn(`pngquant is not installed, so ${file} was not compressed.`);
}
