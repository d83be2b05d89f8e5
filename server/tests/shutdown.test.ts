import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { aCompany, aPageview, browserUserAgent } from '../testing/builders.ts';
import { countEvents } from '../testing/stored-data.ts';
import { buildTestApp, openTestDb } from '../testing/test-app.ts';

async function aConnection(base: string): Promise<Socket> {
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

test('shutdown closes an idle connection at once and aborts a request that never ends', async () => {
  // Nothing else closes the connection of the request.
  const t = await buildTestApp({ connectionLimits: { stalledMs: 0 } });
  const base = await t.app.listen({ port: 0, host: '127.0.0.1' });
  const [silent, slow] = [await aConnection(base), await aConnection(base)];
  slow.write(
    'POST /api/track-analytics HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\ncontent-length: 100\r\n\r\n{',
  );
  const [silentClosed, slowClosed] = [once(silent, 'close'), once(slow, 'close')];
  const answer = await fetch(`${base}/healthz`);
  expect(answer.status).toBe(200);
  const ended = t.close();
  await silentClosed;
  // The request under way still has time to finish.
  expect(slow.closed).toBe(false);
  await Promise.all([ended, slowClosed]);
});

test('requests accepted before the shutdown are finished: every acknowledged event is stored', async () => {
  const database = await openTestDb();
  const t = await buildTestApp({ databaseUrl: database.url });
  const base = await t.app.listen({ port: 0, host: '127.0.0.1' });
  const { company } = await aCompany(t.db);
  const sending = Array.from({ length: 60 }, async () => {
    try {
      const answer = await fetch(`${base}/api/track-analytics`, {
        method: 'POST',
        headers: { 'user-agent': browserUserAgent },
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
  expect(await countEvents(database.db, company.id)).toBeGreaterThanOrEqual(acknowledged);
  await database.close();
});
