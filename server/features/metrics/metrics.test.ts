import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { productVersion } from '../../platform/version.ts';
import { aCompany, aPageview, publicOrigin, track } from '../../testing/builders.ts';
import { makePagesFolder } from '../../testing/make-pages-folder.ts';
import { parseMetrics, sumSamples } from '../../testing/parse-metrics.ts';
import { expectAccepted, expectError, expectRejectedEvent } from '../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

const token = 'a token of 16 or more'.replaceAll(' ', '-');
const here = { host: 'localhost:3000' };
const elsewhere = '203.0.113.7';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp({ env: { METRICS_TOKEN: token, ALLOWED_HOSTS: 'agency.example' } });
});
afterAll(() => t.close());

function scrape(headers: Record<string, string> = here, remoteAddress = '127.0.0.1', of: TestApp = t) {
  return of.app.inject({ url: '/metrics', headers, remoteAddress });
}

async function scraped() {
  const answer = await scrape();
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  return parseMetrics(answer.body);
}

describe('access to /metrics', () => {
  test.each([
    ['this machine', here, '127.0.0.1'],
    ['this machine over IPv6', { host: '[::1]:3000' }, '::1'],
    ['this machine, IPv4 within IPv6', { host: '127.0.0.1:3000' }, '::ffff:127.0.0.1'],
    [
      'the token, from another machine',
      { host: 'agency.example', authorization: `Bearer ${token}` },
      elsewhere,
    ],
    [
      'the token, through a proxy on this machine',
      { ...here, 'x-forwarded-for': elsewhere, authorization: `bearer ${token}` },
      '127.0.0.1',
    ],
  ])('is allowed for %s', async (_who, headers, address) => {
    const answer = await scrape(headers, address);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    parseMetrics(answer.body);
  });

  test('is refused under a host name of others, also with the token', async () => {
    // A site whose name points at this server (DNS rebinding) must read nothing.
    for (const authorization of [`Bearer ${token}`, `Bearer ${token}x`]) {
      const answer = await scrape({ host: 'rebound.example', authorization }, elsewhere);
      if (authorization.endsWith('x')) expectError(answer, 404, 'not-found');
      else expect(expectError(answer, 421, 'unknown-host')).toContain('ALLOWED_HOSTS');
    }
    for (const host of ['agency.example:9090', '192.0.2.7:3000', 'localhost', 'metrics.localhost']) {
      const answer = await scrape({ host, authorization: `Bearer ${token}` }, elsewhere);
      expect(answer.statusCode, host).toBe(200);
    }
  });

  test.each([
    ['a remote client', here, elsewhere],
    ['a client on the same network', here, '192.168.1.20'],
    ['a client behind a local proxy', { ...here, 'x-forwarded-for': elsewhere }, '127.0.0.1'],
    ['a client with a forged address', { ...here, 'x-forwarded-for': '127.0.0.1' }, elsewhere],
    ['a proxy that sends only Forwarded', { ...here, forwarded: 'for=127.0.0.1' }, '127.0.0.1'],
    ['a proxy that sends only Via', { ...here, via: '1.1 cache' }, '127.0.0.1'],
    ['a proxy that forwards only the host name', { host: 'agency.example' }, '127.0.0.1'],
    ['a wrong token', { host: 'x', authorization: `Bearer ${token}x` }, elsewhere],
    ['half of the token', { host: 'x', authorization: `Bearer ${token.slice(0, 10)}` }, elsewhere],
    ['an empty token', { host: 'x', authorization: 'Bearer ' }, elsewhere],
    ['the token under another scheme', { host: 'x', authorization: `Basic ${token}` }, elsewhere],
    ['the token in the address', { host: 'x' }, elsewhere],
  ])('is answered with 404 for %s', async (who, headers, address) => {
    const query = who.endsWith('address') ? `?token=${token}` : '';
    const ask = (path: string) => t.app.inject({ url: `${path}${query}`, headers, remoteAddress: address });
    const answer = await ask('/metrics');
    const unknown = await ask('/nothing');
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toBe(unknown.body);
    const { date: _, ...shown } = answer.headers;
    const { date: _d, ...usual } = unknown.headers;
    expect(shown).toEqual(usual);
  });

  test('is denied under https without a configured proxy', async () => {
    const env = { PUBLIC_URL: 'https://agency.example' };
    const [withoutProxy, withProxy] = await Promise.all([
      buildTestApp({ env }),
      buildTestApp({ env: { ...env, TRUST_PROXY: 'loopback' } }),
    ]);
    expect((await scrape(here, '127.0.0.1', withoutProxy)).statusCode).toBe(404);
    expect((await scrape(here, '127.0.0.1', withProxy)).statusCode).toBe(200);
    const forwarded = { ...here, 'x-forwarded-for': '127.0.0.1' };
    expect((await scrape(forwarded, '127.0.0.1', withProxy)).statusCode).toBe(404);
    await Promise.all([withoutProxy.close(), withProxy.close()]);
  });

  test('shows the not-found page to others if there are pages', async () => {
    const names = ['index.html', '404.html', '__spa-fallback.html'];
    const pagesFolder = makePagesFolder(
      Object.fromEntries(names.map((name) => [name, `<html><head></head>${name}</html>`])),
    );
    const site = await buildTestApp({ pagesFolder });
    const answer = await scrape(here, elsewhere, site);
    const unknown = await site.app.inject({ url: '/nothing', headers: here, remoteAddress: elsewhere });
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
    expect([answer.statusCode, answer.body]).toEqual([404, unknown.body]);
    const { date: _, ...shown } = answer.headers;
    const { date: _d, ...usual } = unknown.headers;
    expect(shown).toEqual(usual);
    expect((await scrape(here, '127.0.0.1', site)).statusCode).toBe(200);
    await site.close();
    rmSync(pagesFolder, { recursive: true });
  });

  test('is not possible with a token if none is set', async () => {
    const closed = await buildTestApp();
    for (const authorization of ['Bearer undefined', 'Bearer', `Bearer ${token}`]) {
      expect((await scrape({ host: 'x', authorization }, elsewhere, closed)).statusCode).toBe(404);
    }
    expect((await scrape(here, '127.0.0.1', closed)).statusCode).toBe(200);
    await closed.close();
  });
});

test('events, batches, rejections and responses are counted', async () => {
  const { company } = await aCompany(t.db);
  const before = await scraped();
  expectAccepted(await track(t.app, aPageview(company.id)), 1);
  expectAccepted(await track(t.app, [aPageview(company.id), aPageview(company.id)]), 2);
  expectRejectedEvent(
    await track(t.app, aPageview(company.id), { origin: 'https://evil.test' }),
    403,
    'event-refused',
  );
  expectRejectedEvent(await track(t.app, 'nothing'), 400, 'invalid-request');
  const after = await scraped();
  const grown = (name: string, labels: Record<string, string> = {}) =>
    (sumSamples(after, name, labels) ?? 0) - (sumSamples(before, name, labels) ?? 0);

  expect(grown('northlight_events_accepted_total')).toBe(3);
  expect(grown('northlight_commit_events_sum')).toBe(3);
  expect(grown('northlight_commit_events_bucket', { le: '+Inf' })).toBe(
    grown('northlight_commit_seconds_count'),
  );
  expect(grown('northlight_commit_seconds_sum')).toBeGreaterThan(0);
  expect(grown('northlight_tracking_refusals_total', { reason: 'origin-mismatch' })).toBe(1);
  expect(grown('northlight_tracking_refusals_total', { reason: 'invalid-request' })).toBe(1);
  const route = 'POST /api/track-analytics';
  expect(grown('northlight_http_answers_total', { route, status: '2xx' })).toBe(2);
  expect(grown('northlight_http_answers_total', { route, status: '4xx' })).toBe(2);
  expect(sumSamples(after, 'northlight_queue_events')).toBe(0);
});

test('unknown URLs share one sample, however many are requested', async () => {
  const count = async () =>
    sumSamples(await scraped(), 'northlight_http_answers_total', { route: 'unknown' }) ?? 0;
  const before = await count();
  for (const path of ['/a', '/b?c="\n', '/%22%0a'])
    await t.app.inject({ url: path, headers: { origin: publicOrigin } });
  expect(await count()).toBe(before + 3);
});

test('the version is exported', async () => {
  const labels = { version: productVersion, node: process.versions.node };
  expect(productVersion).toMatch(/^\d+\.\d+\.\d+$/);
  expect(sumSamples(await scraped(), 'northlight_build_info', labels)).toBe(1);
});

test('memory, CPU time and event loop delay are exported', async () => {
  const samples = await scraped();
  expect(sumSamples(samples, 'process_resident_memory_bytes')).toBeGreaterThan(20e6);
  expect(sumSamples(samples, 'northlight_heap_bytes', { part: 'used' })).toBeGreaterThan(1e6);
  expect(sumSamples(samples, 'process_cpu_seconds_total')).toBeGreaterThan(0);
  expect(sumSamples(samples, 'northlight_event_loop_busy_seconds_total')).toBeGreaterThan(0);
  expect(
    sumSamples(samples, 'northlight_event_loop_delay_seconds', { quantile: '0.99' }),
  ).toBeGreaterThanOrEqual(0);
  expect(sumSamples(samples, 'northlight_streams_open')).toBe(0);
});
