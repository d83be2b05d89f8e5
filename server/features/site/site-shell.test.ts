import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pages } from '../../../contract/public/pages.ts';
import { makePagesFolder } from '../../testing/make-pages-folder.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

const page = (title: string) => `<!doctype html><title>${title}</title><script>start()</script>`;

let folder: string;
let t: TestApp;
beforeAll(async () => {
  folder = makePagesFolder({
    'index.html': page('Home'),
    'products/index.html': page('Products'),
    '404/index.html': page('Not found'),
    '__spa-fallback.html': page('Fallback'),
    'portal.html': page('Portal'),
    'shared.html': page('Shared view'),
    'assets/entry-abc.js': 'export {};',
  });
  t = await buildTestApp({ pagesFolder: folder });
});
afterAll(async () => {
  await t.close();
  rmSync(folder, { recursive: true });
});

test('every page answers 200 with a content security policy without unsafe scripts', async () => {
  for (const { path } of pages) {
    const answer = await t.app.inject(path.replace(':companyId', '0198c0de-0000-4000-8000-000000000000'));
    expect([path, answer.statusCode]).toEqual([path, 200]);
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toMatch(/script-src 'self' 'sha256-[^']+'/);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(policy).toContain("frame-ancestors 'none'");
  }
});

test('malformed URLs are not found', async () => {
  for (const url of [
    '//',
    '//evil.test',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..%2f..%2fetc',
    '/admin/x',
    '/.env',
    '/company-portal',
  ]) {
    expect([url, (await t.app.inject(url)).statusCode]).toEqual([url, 404]);
  }
  for (const url of [
    '/assets/gone.js',
    '/assets/../package.json',
    '/404/index.html',
    '/__spa-fallback.html',
    '/portal.html',
  ]) {
    const answer = await t.app.inject(url);
    expect([url, answer.statusCode]).toEqual([url, 404]);
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
  }
  expectError(await t.app.inject('/api/nothing'), 404, 'not-found');
  expectError(await t.app.inject('/%'), 400, 'invalid-request');
});

test('an unknown page is 404 even for a range request', async () => {
  const answer = await t.app.inject({ url: '/no-such-page', headers: { range: 'bytes=0-3' } });
  expect(answer.statusCode).toBe(404);
});

test('a trailing slash is removed without redirecting to another host', async () => {
  for (const [from, to] of [
    ['/products/', '/products'],
    ['/products/?a=1&b=2', '/products?a=1&b=2'],
    ['/x//', '/x'],
  ] as const) {
    const answer = await t.app.inject(from);
    expect([answer.statusCode, answer.headers.location]).toEqual([308, to]);
  }
  for (const url of ['//evil.test/', '/\\evil.test/', '/\\/evil.test/', '/%5cevil.test/']) {
    const { location } = (await t.app.inject(url)).headers;
    expect(location ?? '/').not.toMatch(/^\/[\\/]|^[a-z]+:/i);
  }
});

test('only GET and HEAD serve pages', async () => {
  for (const method of ['POST', 'PUT', 'DELETE'] as const) {
    const answer = await t.app.inject({ method, url: '/products' });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).not.toMatch(/html/);
  }
});

test('files, pages, redirects and errors all have the security headers', async () => {
  for (const url of [
    '/',
    '/no-such-page',
    '/assets/entry-abc.js',
    '/assets/gone.js',
    '/products/',
    '/%',
    '/robots.txt',
  ]) {
    expect((await t.app.inject(url)).headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    });
  }
});
