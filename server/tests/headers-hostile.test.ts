import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pages } from '../../contract/pages.ts';
import { anAdmin, anIpAddress } from '../testing/accounts.ts';
import { aCompany, aViewerCookie, publicOrigin } from '../testing/builders.ts';
import { listRoutes, type Route } from '../testing/requests/route-list.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
let routes: Route[];
let folder: string;
let companyId: string;
let viewer: string;
let admin: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pages-'));
  mkdirSync(join(folder, '404'));
  for (const name of ['404/index.html', '__spa-fallback.html'])
    writeFileSync(join(folder, name), '<!doctype html><title>A page</title><script>start()</script>');
  ({ built: t, routes } = await listRoutes(() => buildTestApp({ pagesFolder: folder })));
  const { company, accessKey } = await aCompany(t.db);
  companyId = company.id;
  viewer = await aViewerCookie(t.app, accessKey);
  admin = (await anAdmin(t)).cookie;
});
afterAll(async () => {
  await t.close();
  rmSync(folder, { recursive: true });
});

/** What holds nobody's data. */
const public_ = /^\/api\/(track-analytics|stripe-webhook|csp-reports|\*)$/;

test('no cache keeps an answer with data of a portal or an account, nor a refusal in its place', async () => {
  const closed = routes.filter(({ url }) => url.startsWith('/api/') && !public_.test(url));
  expect(closed.length).toBeGreaterThan(40);
  for (const route of closed) {
    for (const cookie of [undefined, viewer, admin]) {
      const isStream = /live$/.test(route.url);
      const answer = await t.app.inject({
        method: route.method,
        url: route.url
          .replace(':companyId', companyId)
          .replace(/:\w+/, '0198c0de-0000-4000-8000-000000000000'),
        // A body that is none: what would sign out or delete is refused, and the refusal is looked at.
        headers: {
          origin: route.method === 'GET' ? publicOrigin : 'https://evil.test',
          ...(cookie ? { cookie } : {}),
        },
        remoteAddress: anIpAddress(),
        payloadAsStream: isStream,
      });
      if (isStream) answer.stream().destroy();
      expect(answer.headers['cache-control'], `${route.method} ${route.url}: ${answer.statusCode}`).toMatch(
        /\bno-store\b/,
      );
    }
  }
});

test('pages of portals, accounts and the admin area are not for search engines', async () => {
  for (const { path, hidden } of pages) {
    const { headers } = await t.app.inject(path.replace(':companyId', companyId));
    expect([path, headers['x-robots-tag']]).toEqual([path, hidden ? 'noindex' : undefined]);
  }
});

test('a page with a token in its address gives that address to nobody', async () => {
  for (const path of [
    '/auth/confirm?token=x',
    '/auth/reset-password?token=x',
    '/payment-success?session_id=x',
  ]) {
    const { headers } = await t.app.inject(path);
    expect([path, headers['referrer-policy']]).toEqual([path, 'no-referrer']);
  }
  expect((await t.app.inject('/products')).headers['referrer-policy']).toBe(
    'strict-origin-when-cross-origin',
  );
});

test('every page makes text into scripts only by policies that are named, and reports what is refused', async () => {
  for (const path of ['/', '/admin', '/no-such-page']) {
    const { headers } = await t.app.inject(path);
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).toContain('trusted-types default');
    expect(policy).toContain('report-uri /api/csp-reports');
  }
});
