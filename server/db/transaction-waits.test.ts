import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchTransactionWaits } from '../testing/database/transaction-waits.ts';
import { aRequestFixture, cookieThrough } from '../testing/requests/request-fixture.ts';
import { listRoutes, type Route } from '../testing/requests/route-list.ts';
import { sendValid } from '../testing/requests/send-valid.ts';
import type { RequestFixture } from '../testing/requests/valid/valid-request.ts';
import { validRequests } from '../testing/requests/valid/valid-requests.ts';
import { buildTestApp } from '../testing/test-app.ts';
import { requireNoTransaction } from './transaction-guard.ts';

let fixture: RequestFixture;
let routes: Route[];
beforeAll(async () => {
  const { built: t, routes: all } = await listRoutes(buildTestApp);
  routes = all;
  fixture = await aRequestFixture(t);
});
afterAll(() => fixture.t.close());

test('transactions wait only for the database', async () => {
  const watch = watchTransactionWaits();
  try {
    for (const [name, validRequest] of Object.entries(validRequests)) {
      const route = routes.find(({ method, url }) => `${method} ${url}` === name);
      if (!route?.door) throw new Error(`there is no route ${name}`);
      const answer = await sendValid(fixture, route, validRequest, cookieThrough(fixture, route.door));
      expect(answer.statusCode, `${name}: ${validRequest.isStream ? '' : answer.body}`).toBe(
        validRequest.status ?? 200,
      );
    }
    // Mails and jobs caused by the requests.
    await expect
      .poll(async () => (await fixture.t.db.query(`SELECT 1 FROM mails WHERE state = 'sent'`)).rows.length)
      .toBeGreaterThan(5);
  } finally {
    watch.stop();
  }
  expect(watch.transactions).toBeGreaterThan(30);
  expect([...watch.waits]).toEqual([]);
});

test.each([
  ['a timer', () => new Promise((resolve) => setTimeout(resolve, 1))],
  ['a file', async () => (await import('node:fs/promises')).stat('.')],
  ['a hash', async () => (await import('../platform/passwords/password-hash.ts')).hashPassword('x')],
  ['a request', () => fetch('http://127.0.0.1:65000').catch(() => undefined)],
])('%s that a transaction waits for is detected', async (_what, wait) => {
  const watch = watchTransactionWaits();
  try {
    await fixture.t.db.transaction(async (tx) => {
      await tx.orm.execute('SELECT 1');
      await wait();
      await tx.orm.execute('SELECT 1');
    });
  } finally {
    watch.stop();
  }
  expect(watch.waits.size).toBeGreaterThan(0);
});

test('in production, slow functions throw inside a transaction and work again after it', async () => {
  const { db } = fixture.t;
  await expect(db.transaction(async () => requireNoTransaction('a hash'))).rejects.toThrow(
    'inside a transaction',
  );
  await expect(
    db.transaction((one) => one.transaction(async () => requireNoTransaction('a hash'))),
  ).rejects.toThrow('inside a transaction');
  const late = await db.transaction(async () => ({ run: () => requireNoTransaction('a hash') }));
  expect(late.run).not.toThrow();
});
