import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scriptRoutes } from './script.routes.ts';
import { toFrozenTrackingCode } from './tracking-code.ts';

const company = { id: 'x', storesVisitorId: true, hasHashRouting: false };

let folder: string;
let app: FastifyInstance;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'releases-'));
  for (const version of ['1.2.0', '1.10.0', '1.9.3'])
    writeFileSync(join(folder, `${version}.js`), `/* ${version} */`);
  writeFileSync(join(folder, 'README.md'), 'not a release');
  app = fastify();
  await app.register(scriptRoutes, { releasesFolder: folder });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

test('/t.js is the newest release, for any site, with a cache time of one day', async () => {
  const answer = await app.inject('/t.js');
  expect(answer.body).toBe('/* 1.10.0 */');
  expect(answer.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
    vary: 'accept-encoding',
  });
});

test('every release keeps its URL and the hash in its tracking code', async () => {
  for (const version of ['1.2.0', '1.9.3', '1.10.0']) {
    const answer = await app.inject(`/t-${version}.js`);
    expect(answer.body).toBe(`/* ${version} */`);
    expect(answer.headers['cache-control']).toContain('immutable');
    const hash = createHash('sha384').update(answer.rawPayload).digest('base64');
    expect(toFrozenTrackingCode('https://a.example', company, folder, version)).toContain(
      `integrity="sha384-${hash}"`,
    );
  }
  expect((await app.inject('/t-9.9.9.js')).statusCode).toBe(404);
});

test('it is sent compressed if accepted, and not at all if unchanged', async () => {
  const zipped = await app.inject({ url: '/t.js', headers: { 'accept-encoding': 'br, gzip' } });
  expect(zipped.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(zipped.rawPayload).toString()).toBe('/* 1.10.0 */');
  const etag = String(zipped.headers.etag);
  const again = await app.inject({ url: '/t.js', headers: { 'if-none-match': etag } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect((await app.inject({ url: '/t-1.2.0.js', headers: { 'if-none-match': etag } })).statusCode).toBe(200);
});

test('a folder without a release makes the start fail', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'releases-'));
  const other = fastify();
  await expect(async () => other.register(scriptRoutes, { releasesFolder: empty })).rejects.toThrow(
    'no release',
  );
  rmSync(empty, { recursive: true });
});
