import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rejectionHeader } from '../../../contract/paths.ts';
import { pages, staticPaths } from '../../../contract/public/pages.ts';
import type { AgencySettings } from '../../../contract/site/agency-settings.ts';
import { anIpAddress } from '../../testing/accounts/accounts.ts';
import { publicOrigin } from '../../testing/builders.ts';
import { changeSettings } from '../../testing/change-settings.ts';
import { aRequestFixture, cookieThrough } from '../../testing/requests/request-fixture.ts';
import { listRoutes, type Route } from '../../testing/requests/route-list.ts';
import { sendValid } from '../../testing/requests/send-valid.ts';
import type { RequestFixture } from '../../testing/requests/valid/valid-request.ts';
import { validRequests } from '../../testing/requests/valid/valid-requests.ts';
import { buildTestApp } from '../../testing/test-app.ts';

/** `npm test` builds the pages first. */
const pagesFolder = resolve('build/web/client');

const rebranded: AgencySettings = {
  brand: {
    name: 'Aldous & Hart',
    tagline: 'Web work for law firms',
    promise: 'Careful work, on time.',
    email: 'office@aldous.example',
    phone: '+44 20 7946 0100',
    location: '12 Gray’s Walk, London',
    legalName: 'Aldous & Hart LLP',
    jurisdiction: 'England and Wales',
  },
  look: { accent: '#7a1f2b', typeface: 'source-serif-4' },
};

/** For operators, who know what they run. Dashboards depend on the names. */
const forOperators = ['GET /metrics', 'HEAD /metrics'];
/** Show owners the texts that a field has without a change. */
const forOwners = ['GET /api/settings'];
/** They would take the brand away again. */
const changingSettings = ['PUT /api/settings', 'POST /api/settings/versions/:version/restore'];

let fixture: RequestFixture;
let routes: Route[];
beforeAll(async () => {
  if (!existsSync(join(pagesFolder, 'index.html'))) throw new Error('build the pages first: npm run build');
  const listed = await listRoutes(() => buildTestApp({ pagesFolder }));
  routes = listed.routes;
  await changeSettings(listed.built, rebranded);
  fixture = await aRequestFixture(listed.built);
});
afterAll(() => fixture.t.close());

const isNamed = (text: string) => /north[\s_-]?light/i.test(text);

function expectUnnamed(answer: LightMyRequestResponse, what: string): void {
  const head = JSON.stringify(answer.headers);
  expect(isNamed(head) ? head : '', what).toBe('');
  const body = answer.rawPayload.toString('latin1');
  const at = body.search(/north[\s_-]?light/i);
  expect(at === -1 ? '' : body.slice(Math.max(0, at - 80), at + 80), what).toBe('');
}

const get = (url: string, headers: Record<string, string> = {}) =>
  fixture.t.app.inject({ url, headers, remoteAddress: anIpAddress() });

test('after a rebrand no page names the product, for visitors, viewers and administrators', async () => {
  const paths = [...pages.map(({ path }) => path.replace(':companyId', fixture.companyId)), '/no-such-page'];
  for (const path of paths) {
    for (const cookie of ['', fixture.viewerCookie, fixture.admin.cookie])
      expectUnnamed(await get(path, cookie === '' ? {} : { cookie }), path);
  }
  const home = await get('/');
  expect(home.body).toContain('Aldous &amp; Hart');
  expect(home.body).toContain('source-serif-4');
});

test('no page shows a text of the brand before, and every page is rendered with the new one', async () => {
  for (const path of staticPaths) {
    const { body } = await get(path);
    expect([path, /Portland|010-0142|Harbour Street/.test(body)]).toEqual([path, false]);
    expect(body).toMatch(/<title>[^<]*Aldous &amp; Hart/);
  }
});

test('no file that a browser loads names the product', async () => {
  const files = routes.filter(
    ({ method, url }) => method === 'GET' && /\.\w+$/.test(url) && !url.includes(':'),
  );
  expect(files.length).toBeGreaterThan(100);
  for (const { url } of files) expectUnnamed(await get(url), url);
  for (const path of staticPaths)
    expectUnnamed(await get(`/social/${path.slice(1).replaceAll('/', '-') || 'home'}.png`), path);
});

test('no answer of a route names the product, to a valid request, a malformed one or a stranger', async () => {
  for (const [name, request] of Object.entries(validRequests)) {
    if ([...forOperators, ...forOwners, ...changingSettings].includes(name)) continue;
    const route = routes.find(({ method, url }) => `${method} ${url}` === name);
    if (!route) throw new Error(`${name} is no route`);
    const answer = await sendValid(fixture, route, request, cookieThrough(fixture, route.door ?? 'open'));
    if (request.isStream) expect(isNamed(JSON.stringify(answer.headers)), name).toBe(false);
    else expectUnnamed(answer, name);
  }
  for (const route of routes) {
    const url = route.url.replace(':companyId', fixture.companyId).replaceAll(/:\w+/g, 'x').replace('*', 'x');
    if (forOperators.includes(`${route.method} ${route.url}`) || /live$/.test(url)) continue;
    const answer = await fixture.t.app.inject({
      ...{ method: route.method, url, remoteAddress: anIpAddress() },
      headers: { origin: publicOrigin, 'content-type': 'application/json' },
      ...(route.method === 'GET' || route.method === 'HEAD' ? {} : { payload: '{"a":' }),
    });
    expectUnnamed(answer, `${route.method} ${url}`);
  }
});

test('errors outside of routes do not name the product', async () => {
  const answers = [
    await get('/%'),
    await get('/auth', { host: 'elsewhere.example' }),
    await get('/api/me', { host: 'elsewhere.example' }),
    await get('/api/nothing'),
    await get('/assets/gone.js'),
    await get('/t-2.2.0.js'),
    await get('/', { host: 'a b' }),
  ];
  for (const answer of answers) expectUnnamed(answer, answer.body.slice(0, 60));
  expect(isNamed(rejectionHeader)).toBe(false);
});

test('no mail names the product, in its text, its headers or its ids', async () => {
  const folder = join(fixture.t.config.dataDir, 'mail');
  const listFiles = () => readdirSync(folder).filter((file) => file.endsWith('.eml'));
  await expect.poll(() => listFiles().length).toBeGreaterThan(10);
  const files = listFiles();
  for (const file of files) {
    const mail = readFileSync(join(folder, file), 'utf8');
    expect(isNamed(mail) ? mail : '', file).toBe('');
    expect(mail).toMatch(/^From: "?Aldous & Hart"? <office@aldous\.example>$/m);
  }
  // Mails that wait for their turn.
  const { rows } = await fixture.t.db.query('SELECT subject, content FROM mails');
  expect(rows.length).toBeGreaterThan(15);
  for (const row of rows) expect(isNamed(JSON.stringify(row)) ? row : '').toBe('');
});
