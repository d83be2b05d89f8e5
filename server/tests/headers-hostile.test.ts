import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pages } from '../../contract/public/pages.ts';
import { anAdmin, anIpAddress } from '../testing/accounts/accounts.ts';
import { aCompany, aViewerCookie, publicOrigin } from '../testing/builders.ts';
import { makePagesFolder } from '../testing/make-pages-folder.ts';
import { listRoutes, type Route } from '../testing/requests/route-list.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
let routes: Route[];
let folder: string;
let companyId: string;
let viewer: string;
let admin: string;
beforeAll(async () => {
  const page = '<!doctype html><title>A page</title><script>start()</script>';
  folder = makePagesFolder({ '404/index.html': page, '__spa-fallback.html': page });
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

/** Routes without personal data. */
const public_ = /^\/api\/(track-analytics|stripe-webhook|webhooks\/.*|csp-reports|tls\/allowed|\*)$/;

test('responses with data of a portal or an account, and errors in their place, are not cached', async () => {
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
        // With an invalid body: sign-outs and deletions are rejected, and the error is checked.
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

test('portals, accounts and the admin area are not indexed by search engines', async () => {
  for (const { path, hidden } of pages) {
    const { headers } = await t.app.inject(path.replace(':companyId', companyId));
    expect([path, headers['x-robots-tag']]).toEqual([path, hidden ? 'noindex' : undefined]);
  }
});

test('a page with a token in its URL sends no referrer', async () => {
  for (const path of [
    '/auth/confirm?token=x',
    '/auth/reset-password?token=x',
    '/admin/account/confirm-address?token=x',
    '/payment-success?session_id=x',
  ]) {
    const { headers } = await t.app.inject(path);
    expect([path, headers['referrer-policy']]).toEqual([path, 'no-referrer']);
  }
  expect((await t.app.inject('/products')).headers['referrer-policy']).toBe(
    'strict-origin-when-cross-origin',
  );
});

test('every page allows scripts from text only through named policies and reports violations', async () => {
  for (const path of ['/', '/admin', '/no-such-page']) {
    const { headers } = await t.app.inject(path);
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).toContain('trusted-types default');
    expect(policy).toContain('report-uri /api/csp-reports');
  }
});
