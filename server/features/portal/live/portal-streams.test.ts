import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { apiPaths } from '../../../../contract/paths.ts';
import { aCompany, aPageview, aViewerCookie, track } from '../../../testing/builders.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { PortalStreamReader } from '../../../testing/streams/portal-stream-reader.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let base: string;
let isClosed = false;
beforeEach(async () => {
  t = await buildTestApp({ env: { TRUST_PROXY: '1' } });
  base = await t.app.listen({ port: 0, host: '127.0.0.1' });
  isClosed = false;
});
afterEach(async () => {
  if (!isClosed) await t.close();
});

async function aViewedCompany() {
  const { company, accessKey } = await aCompany(t.db);
  return { company, accessKey, cookie: await aViewerCookie(t.app, accessKey) };
}

/** Opens as many streams as allowed; returns them and the number of those rejected by the limit. */
async function openMany(companyId: string, cookies: string[], addresses = ['198.51.100.1']) {
  const results = await Promise.allSettled(
    cookies.map((cookie, index) =>
      PortalStreamReader.open(base, companyId, cookie, {
        address: addresses[index % addresses.length] ?? '',
      }),
    ),
  );
  const opened = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const refused = results.filter(
    (result) => result.status === 'rejected' && /429/.test(String(result.reason)),
  );
  return { opened, refused: refused.length };
}

test('a session may have six streams, even if requested at once, and closing one makes room', async () => {
  const { company, accessKey, cookie } = await aViewedCompany();
  const { opened, refused } = await openMany(company.id, Array(20).fill(cookie));
  expect({ opened: opened.length, refused }).toEqual({ opened: 6, refused: 14 });
  const answer = await t.app.inject({ url: apiPaths.live(company.id), headers: { cookie } });
  expectError(answer, 429, 'too-many-requests');
  expect(answer.headers['retry-after']).toBe('15');

  const another = await PortalStreamReader.open(base, company.id, await aViewerCookie(t.app, accessKey));
  opened[0]?.close();
  await expect.poll(() => t.server.portalStreams.streamCount).toBe(6);
  const again = await PortalStreamReader.open(base, company.id, cookie);
  for (const reader of [...opened, another, again]) reader.close();
  await expect.poll(() => t.server.portalStreams.streamCount).toBe(0);
});

test('a company may have two hundred streams', async () => {
  const { company, accessKey } = await aViewedCompany();
  const cookies = await Promise.all(Array.from({ length: 35 }, () => aViewerCookie(t.app, accessKey)));
  const { opened, refused } = await openMany(
    company.id,
    cookies.flatMap((cookie) => Array<string>(6).fill(cookie)),
    Array.from({ length: 12 }, (_, i) => `198.51.100.${i + 1}`),
  );
  expect({ opened: opened.length, refused }).toEqual({ opened: 200, refused: 10 });
  await track(t.app, aPageview(company.id));
  await Promise.all(opened.map((reader) => reader.waitForRevision(1)));
  for (const reader of opened) reader.close();
});

test('a client that does not read is disconnected, and others are not affected', async () => {
  const { company, cookie } = await aViewedCompany();
  const lazy = connect({ port: Number(new URL(base).port), host: '127.0.0.1' });
  lazy.on('error', () => {});
  await new Promise<void>((resolve) => {
    lazy.once('data', () => {
      lazy.pause();
      resolve();
    });
    lazy.write(`GET ${apiPaths.live(company.id)} HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\n\r\n`);
  });
  const eager = await PortalStreamReader.open(base, company.id, cookie);
  for (let page = 0; page < 10; page += 1)
    await track(
      t.app,
      aPageview(company.id, { sessionId: `s${page}`, url: `https://shop.test/${page}${'x'.repeat(150)}` }),
    );
  expect(t.server.portalStreams.streamCount).toBe(2);
  // Each snapshot is some two kilobytes; the kernel buffers a few megabytes for a client that does not read.
  for (let round = 0; round < 400 && t.server.portalStreams.streamCount === 2; round += 1) {
    let seen = eager.frames.length;
    for (let sent = 0; sent < 25; sent += 1)
      t.server.portalStreams.onNotification({ kind: 'history-changed', companyId: company.id });
    // All of them, or its unsent frames grow as well while the machine is busy.
    for (let received = 0; received < 25; received += 1) {
      const frame = await eager.waitForFrame(({ is }) => is === 'snapshot', seen);
      seen = eager.frames.indexOf(frame, seen) + 1;
    }
  }
  expect(t.server.portalStreams.streamCount).toBe(1);
  expect(eager.frames.at(-1)?.is).not.toBe('end');
  lazy.destroy();
  eager.close();
});

test('closing the server ends its streams without waiting for the clients', async () => {
  const { company, cookie } = await aViewedCompany();
  const { opened } = await openMany(company.id, Array(5).fill(cookie));
  const began = performance.now();
  await t.close();
  isClosed = true;
  await Promise.all(opened.map((reader) => reader.waitForEnd()));
  expect(performance.now() - began).toBeLessThan(5_000);
});

test('a HEAD request opens no stream', async () => {
  const { company, cookie } = await aViewedCompany();
  const answer = await fetch(base + apiPaths.live(company.id), { method: 'HEAD', headers: { cookie } });
  expect(answer.status).toBe(404);
  expect(t.server.portalStreams.streamCount).toBe(0);
});
