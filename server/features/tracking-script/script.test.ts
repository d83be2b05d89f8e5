import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { trackingScript } from '../../../contract/company/companies.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { aCompany, aPageview, aViewerCookie } from '../../testing/builders.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { scriptRoutes } from './script.routes.ts';
import { toFrozenTrackingCode } from './tracking-code.ts';

const company = { id: 'x', storesVisitorId: true, hasHashRouting: false };

let t: TestApp;
let folder: string;
let app: FastifyInstance;
beforeAll(async () => {
  t = await buildTestApp();
  folder = mkdtempSync(join(tmpdir(), 'releases-'));
  for (const version of ['3.2.0', '3.10.0', '3.9.3', '2.2.0', 'former-names'])
    writeFileSync(join(folder, `${version}.js`), `/* ${version} */`);
  writeFileSync(join(folder, 'README.md'), 'not a release');
  app = fastify();
  await app.register(scriptRoutes, { db: t.db, releasesFolder: folder });
});
afterAll(async () => {
  await app.close();
  await t.close();
  rmSync(folder, { recursive: true });
});

/** As the migration does where companies are older than 0.7.0, for one test. */
async function storeFact(): Promise<void> {
  await t.db.query(`INSERT INTO installation_facts VALUES ('answers_former_names', 'true')`);
  onTestFinished(async () => {
    await t.db.query('DELETE FROM installation_facts');
  });
}

test('/t.js is the newest release, for any site, with a cache time of one day', async () => {
  const answer = await app.inject('/t.js');
  expect(answer.body).toBe('/* 3.10.0 */');
  expect(answer.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
    vary: 'accept-encoding',
  });
});

test('every release keeps its URL and the hash in its tracking code', async () => {
  for (const version of ['3.2.0', '3.9.3', '3.10.0']) {
    const answer = await app.inject(`/t-${version}.js`);
    expect(answer.body).toBe(`/* ${version} */`);
    expect(answer.headers['cache-control']).toContain('immutable');
    const hash = createHash('sha384').update(answer.rawPayload).digest('base64');
    expect(toFrozenTrackingCode('https://a.example', company, { folder, version })).toContain(
      `integrity="sha384-${hash}"`,
    );
  }
  expect((await app.inject('/t-9.9.9.js')).statusCode).toBe(404);
});

test('it is sent compressed if accepted, and not at all if unchanged', async () => {
  const zipped = await app.inject({ url: '/t.js', headers: { 'accept-encoding': 'br, gzip' } });
  expect(zipped.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(zipped.rawPayload).toString()).toBe('/* 3.10.0 */');
  const etag = String(zipped.headers.etag);
  const again = await app.inject({ url: '/t.js', headers: { 'if-none-match': etag } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect((await app.inject({ url: '/t-3.2.0.js', headers: { 'if-none-match': etag } })).statusCode).toBe(200);
});

test('releases with former names are served only where sites may have their tracking codes', async () => {
  expect((await app.inject('/t-2.2.0.js')).statusCode).toBe(404);
  await storeFact();
  const upgraded = fastify();
  onTestFinished(() => upgraded.close());
  await upgraded.register(scriptRoutes, { db: t.db, releasesFolder: folder });
  expect((await upgraded.inject('/t-2.2.0.js')).body).toBe('/* 2.2.0 */');
  const newest = await upgraded.inject('/t.js');
  expect(newest.body).toBe('/* former-names */\n/* 3.10.0 */');
  expect((await upgraded.inject('/t-3.10.0.js')).body).toBe('/* 3.10.0 */');
  // A browser asks again with the tag of what it has.
  expect(newest.headers.etag).not.toBe((await app.inject('/t.js')).headers.etag);
});

test('the script of an installation has no name of the product, unless companies are older than it', async () => {
  const listAnswers = async (instance: TestApp) => {
    const answers = await Promise.all(
      ['/t.js', '/t-3.0.0.js', '/t-2.2.0.js'].map((url) => instance.app.inject(url)),
    );
    return answers.map(({ statusCode, body, headers }) => [
      statusCode,
      /northlight/i.test(body + JSON.stringify(headers)),
    ]);
  };
  expect(await listAnswers(t)).toEqual([
    [200, false],
    [200, false],
    [404, false],
  ]);
  await storeFact();
  const upgraded = await buildTestApp({ databaseUrl: t.databaseUrl });
  onTestFinished(() => upgraded.close());
  expect(await listAnswers(upgraded)).toEqual([
    [200, true],
    [200, false],
    [200, true],
  ]);
});

test('a folder without a release makes the start fail', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'releases-'));
  const other = fastify();
  await expect(async () => other.register(scriptRoutes, { db: t.db, releasesFolder: empty })).rejects.toThrow(
    'no release',
  );
  rmSync(empty, { recursive: true });
});

test('a chosen name is served besides the usual one, and sends to the chosen endpoint', async () => {
  const env = { TRACKING_SCRIPT_PATH: '/site-figures.js', TRACKING_ENDPOINT_PATH: '/site-figures' };
  const named = await buildTestApp({ databaseUrl: t.databaseUrl, env });
  onTestFinished(() => named.close());
  const get = async (url: string) => (await named.app.inject(url)).body;
  const usual = await get('/t.js');
  expect(usual).toContain('api/track-analytics?v=');
  const chosen = await get('/site-figures.js');
  expect(chosen).toBe(usual.replace('api/track-analytics', 'site-figures'));

  const { company: created, accessKey } = await aCompany(named.db);
  const cookie = await aViewerCookie(named.app, accessKey);
  const shown = await named.app.inject({ url: apiPaths.trackingScript(created.id), headers: { cookie } });
  const { snippet, frozenSnippet } = trackingScript.parse(shown.json());
  expect(snippet).toContain('/site-figures.js"');
  const [, frozenPath = '', hash] = /(\/site-figures-[\d.]+\.js)".*sha384-([^"]+)"/.exec(frozenSnippet) ?? [];
  const frozen = await named.app.inject(frozenPath);
  expect(createHash('sha384').update(frozen.rawPayload).digest('base64')).toBe(hash);
  expect((await named.app.inject('/site-figures-2.2.0.js')).statusCode).toBe(404);

  for (const url of ['/site-figures?v=3.1.0', apiPaths.trackAnalytics]) {
    const headers = { 'content-type': 'text/plain', 'user-agent': 'Mozilla/5.0 Chrome/140' };
    const payload = JSON.stringify(aPageview(created.id));
    const sent = await named.app.inject({ method: 'POST', url, headers, payload });
    expect([url, sent.statusCode]).toEqual([url, 200]);
    expect(sent.headers['access-control-allow-origin']).toBe('*');
    expect((await named.app.inject({ method: 'OPTIONS', url })).statusCode).toBe(204);
  }
});
