import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { offlineWorkerPath } from '../../../contract/portal-page.ts';
import { listedPaths } from '../../../contract/public/pages.ts';
import { originPlaceholder } from '../../../contract/rules/page-address.ts';
import { retentionPlaceholder } from '../../../contract/rules/page-retention.ts';
import { AllowedHosts } from '../../platform/http/allowed-hosts.ts';
import { makePagesFolder } from '../../testing/make-pages-folder.ts';
import { usualState } from '../agency/agency.ts';
import { crawlersRoutes } from './crawlers.routes.ts';
import { PageFiles } from './page-files.ts';
import { createPageRenderer } from './page-renderer.ts';
import { siteRoutes } from './site.routes.ts';

const publicUrl = 'https://agency.example';
const page = (name: string) =>
  `<html><head><link rel="canonical" href="${originPlaceholder}/${name}"/><script>start()</script>` +
  `<script type="application/ld+json">{"url":"${originPlaceholder}/"}</script></head>${name}, kept for ${retentionPlaceholder} days</html>`;

let folder: string;
let app: FastifyInstance;
const agency = { current: usualState, onChange: () => {} };

beforeAll(async () => {
  folder = makePagesFolder({
    'index.html': page('home'),
    'products/index.html': page('products'),
    '404/index.html': page('not found'),
    '__spa-fallback.html': page('fallback'),
    'portal.html': page('portal'),
    'assets/app-1a2b.js': 'start()',
    'assets/manifest-3c4d.js': `window.__reactRouterManifest=${JSON.stringify({
      entry: { module: '/assets/entry.js', imports: ['/assets/framework.js'] },
      routes: {
        root: { module: '/assets/root.js', imports: ['/assets/framework.js'] },
        'app/admin': {
          module: '/assets/admin.js',
          imports: ['/assets/framework.js', '/assets/table.js'],
        },
      },
    })};`,
    'icon.svg': '<svg/>',
    'company-portal/offline.js': 'install()',
    'company-portal/offline.js.br': 'encoded',
  });
  app = fastify();
  app.decorateRequest('portalHost', null);
  await app.register(crawlersRoutes, { publicUrl });
  const hosts = new AllowedHosts(publicUrl, [], { find: () => undefined });
  const files = new PageFiles({
    ...{ folder, publicUrl, isSecure: true, retentionDays: 30, agency },
    renderer: createPageRenderer({ folder: join(folder, 'nothing') }),
    onError: (error) => app.log.error(error),
  });
  await app.register(siteRoutes, {
    ...{ files, pagesFolder: folder, hosts, agency, ignoredFiles: [] },
    listEmbedHosts: async () => [],
  });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

test('a page has its public URL in its links and metadata', async () => {
  const { body, headers } = await app.inject('/products');
  expect(body).toContain('href="https://agency.example/products"');
  expect(body).toContain('{"url":"https://agency.example/"}');
  expect(body).not.toContain(originPlaceholder);
  expect(Number(headers['content-length'])).toBe(Buffer.byteLength(body));
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['cache-control']).toBe('no-cache');
});

test('a page rendered in the browser preloads its scripts, and a prerendered one does not', async () => {
  const { body, headers } = await app.inject('/admin');
  expect(body).toContain('fallback');
  expect(headers.link).toBe('</assets/admin.js>; rel=modulepreload, </assets/table.js>; rel=modulepreload');
  expect((await app.inject('/products')).headers.link).toBeUndefined();
  expect((await app.inject('/admin/orders')).headers.link).toBeUndefined();
});

test('the service worker of portals is checked for a newer one, and may request only from this site', async () => {
  for (const accepted of ['identity', 'br']) {
    const { headers } = await app.inject({
      url: offlineWorkerPath,
      headers: { 'accept-encoding': accepted },
    });
    expect(headers['content-type']).toContain('javascript');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'");
  }
});

test('a page states the retention of events', async () => {
  expect((await app.inject('/')).body).toContain('home, kept for 30 days');
});

test('a page’s policy allows exactly its inline scripts', async () => {
  const policy = String((await app.inject('/')).headers['content-security-policy']);
  expect(policy.match(/'sha256-[^']+'/g)).toHaveLength(1);
  expect(policy).toContain("'sha256-DIm7WJS6ZKDYe5qFLPy+h4JFI9Bol5QmYC57mt3Fb00='");
});

test.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
  ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
])('a browser that accepts %s gets the page in %s', async (accepted, encoding, decode) => {
  const plain = await app.inject('/');
  const answer = await app.inject({ url: '/', headers: { 'accept-encoding': accepted } });
  expect(answer.headers['content-encoding']).toBe(encoding);
  expect(answer.headers.vary).toBe('accept-encoding');
  expect(decode(answer.rawPayload).toString()).toBe(plain.body);
  expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.byteLength);
  expect(answer.headers.etag).not.toBe(plain.headers.etag);
});

test('a conditional request for an unchanged page is answered with 304', async () => {
  const headers = { 'accept-encoding': 'br' };
  const { etag } = (await app.inject({ url: '/', headers })).headers;
  const again = await app.inject({ url: '/', headers: { ...headers, 'if-none-match': `"old", W/${etag}` } });
  expect(again.statusCode).toBe(304);
  expect(again.body).toBe('');
  const changed = await app.inject({ url: '/', headers: { ...headers, 'if-none-match': '"old"' } });
  expect(changed.statusCode).toBe(200);
});

test.each([
  '/company-portal/',
  '/tracking-script/',
  '/company-portal//orders',
  '/company-portal/?period=today',
])('%s, without an id, answers 404 with the not-found page', async (path) => {
  const { statusCode, body } = await app.inject(path);
  expect(statusCode).toBe(404);
  expect(body).toContain('not found');
});

test('an unknown URL answers 404 with the not-found page, also for conditional requests', async () => {
  const first = await app.inject('/no-such-page');
  expect(first.statusCode).toBe(404);
  expect(first.body).toContain('not found');
  const again = await app.inject({ url: '/other', headers: { 'if-none-match': String(first.headers.etag) } });
  expect(again.statusCode).toBe(404);
});

test('pages rendered in the browser get the fallback, and portals their own file', async () => {
  for (const [url, name] of [
    ['/admin', 'fallback'],
    ['/tracking-script/1', 'fallback'],
    ['/company-portal/1', 'portal'],
    ['/company-portal/1/orders', 'portal'],
  ] as const) {
    const answer = await app.inject(url);
    expect([url, answer.statusCode]).toEqual([url, 200]);
    expect(answer.body).toContain(`${name}, kept for`);
  }
});

test('hashed files are cached for a year, others for an hour, and a page has one URL', async () => {
  expect((await app.inject('/assets/app-1a2b.js')).headers['cache-control']).toContain('immutable');
  expect((await app.inject('/icon.svg')).headers['cache-control']).toBe('public, max-age=3600');
  expect((await app.inject('/products/?a=1')).headers.location).toBe('/products?a=1');
  expect((await app.inject('/products/index.html')).statusCode).toBe(404);
  expect((await app.inject({ method: 'HEAD', url: '/products' })).statusCode).toBe(200);
});

test('the sitemap lists the public pages, and robots.txt links to it', async () => {
  const sitemap = await app.inject('/sitemap.xml');
  const listed = [...sitemap.body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);
  expect(listed).toEqual(listedPaths.map((path) => publicUrl + path));
  expect(listed).toContain('https://agency.example/products');
  expect(sitemap.body).not.toMatch(/payment|admin|portal|auth|dashboard|settings/);
  expect((await app.inject('/robots.txt')).body).toContain('Sitemap: https://agency.example/sitemap.xml');
});

test('a page of the server under another host has the name of the agency in its title', async () => {
  const read = async () =>
    (await app.inject({ url: '/auth', headers: { host: 'evil.test' } })).body.match(
      /<title>.*<\/title>/,
    )?.[0];
  expect(await read()).toBe('<title>This page has another address · Northlight</title>');
  agency.current = { ...usualState, brand: { ...usualState.brand, name: 'Pine </title><b>' } };
  expect(await read()).toBe('<title>This page has another address · Pine &lt;/title&gt;&lt;b&gt;</title>');
  agency.current = usualState;
});

test('a page is sent as built while its renderer cannot be loaded, and tried again later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const site = { ...usualState.site, typeface: 'nunito' as const };
  let canLoad = false;
  const load = async <Found>(found: Found) => {
    if (!canLoad) throw new Error('the disk is full');
    return found;
  };
  const files = new PageFiles({
    ...{ folder, publicUrl, isSecure: true, retentionDays: 30 },
    agency: { current: { ...usualState, version: 1, site }, onChange: () => {} },
    renderer: { render: () => load('rendered'), findTypefaceFiles: () => load(undefined) },
    onError: () => {},
  });
  const other = fastify();
  onTestFinished(() => other.close());
  other.get('/:file', (request, reply) =>
    files.send(request, reply, (request.params as { file: string }).file),
  );
  const bodies = async () => [
    (await other.inject('/index.html')).body,
    (await other.inject('/portal.html')).body,
  ];
  expect(await bodies()).toEqual([expect.stringContaining('home'), expect.stringContaining('portal')]);
  canLoad = true;
  expect((await bodies())[0]).toContain('home');
  vi.advanceTimersByTime(10_000);
  expect((await bodies())[0]).toBe('rendered');
});
