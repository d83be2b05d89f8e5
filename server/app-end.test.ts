import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { aCompany, aPageview, ordinaryBrowser } from './testing/builders.ts';
import { countEvents } from './testing/stored.ts';
import { buildTestApp, openTestDb } from './testing/test-app.ts';

async function aConnection(base: string): Promise<Socket> {
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

test('a connection that never sends a request does not hold up the end', async () => {
  const t = await buildTestApp();
  const base = await t.app.listen({ port: 0, host: '127.0.0.1' });
  const silent = await aConnection(base);
  expect((await fetch(`${base}/healthz`)).status).toBe(200);
  const began = performance.now();
  await t.close();
  expect(performance.now() - began).toBeLessThan(4_000);
  silent.destroy();
});

test('a request that never ends is cut, and the end comes in time', async () => {
  const t = await buildTestApp();
  const base = await t.app.listen({ port: 0, host: '127.0.0.1' });
  const slow = await aConnection(base);
  slow.write('POST /api/track-analytics HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{');
  expect((await fetch(`${base}/healthz`)).status).toBe(200);
  const began = performance.now();
  await t.close();
  expect(performance.now() - began).toBeLessThan(9_000);
  slow.destroy();
});

test('what was taken before the end is finished: every acknowledged event is stored', async () => {
  const database = await openTestDb();
  const t = await buildTestApp({ databaseUrl: database.url });
  const base = await t.app.listen({ port: 0, host: '127.0.0.1' });
  const { company } = await aCompany(t.db);
  const sending = Array.from({ length: 60 }, async () => {
    try {
      const answer = await fetch(`${base}/api/track-analytics`, {
        method: 'POST',
        headers: { 'user-agent': ordinaryBrowser },
        body: JSON.stringify(aPageview(company.id)),
      });
      return answer.status;
    } catch {
      return 0;
    }
  });
  await Promise.any(sending);
  await t.close();
  const statuses = await Promise.all(sending);
  const acknowledged = statuses.filter((status) => status === 200).length;
  expect(acknowledged).toBeGreaterThan(0);
  expect(await countEvents(database.db.pool, company.id)).toBeGreaterThanOrEqual(acknowledged);
  await database.close();
});
