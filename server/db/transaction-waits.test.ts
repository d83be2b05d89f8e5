import { afterAll, beforeAll, expect, test } from 'vitest';
import { anAccount, anAdmin } from '../testing/accounts.ts';
import { anApiKey } from '../testing/an-api-key.ts';
import { aCompany, aViewerCookie } from '../testing/builders.ts';
import { watchTransactionWaits } from '../testing/database/transaction-waits.ts';
import { listRoutes, type Route } from '../testing/requests/route-list.ts';
import { sendValid } from '../testing/requests/send-valid.ts';
import type { RequestFixture } from '../testing/requests/valid-request.ts';
import { validRequests } from '../testing/requests/valid-requests.ts';
import { buildTestApp } from '../testing/test-app.ts';
import { requireNoTransaction } from './transaction-guard.ts';

let fixture: RequestFixture;
let routes: Route[];
beforeAll(async () => {
  const { built: t, routes: all } = await listRoutes(buildTestApp);
  routes = all;
  const { company, accessKey } = await aCompany(t.db);
  fixture = {
    t,
    user: await anAccount(t),
    admin: await anAdmin(t),
    viewerCookie: await aViewerCookie(t.app, accessKey),
    companyId: company.id,
    managedId: (await aCompany(t.db)).company.id,
    accessKey,
    apiKey: await anApiKey(t, company.id),
  };
});
afterAll(() => fixture.t.close());

function cookieOf(door: string | undefined): string {
  if (door === 'viewer') return fixture.viewerCookie;
  return door === 'signed-in' ? fixture.user.cookie : door === 'admin' ? fixture.admin.cookie : '';
}

test('transactions wait only for the database', async () => {
  const watch = watchTransactionWaits();
  try {
    for (const [name, validRequest] of Object.entries(validRequests)) {
      const route = routes.find(({ method, url }) => `${method} ${url}` === name);
      if (!route) throw new Error(`there is no route ${name}`);
      const answer = await sendValid(fixture, route, validRequest, cookieOf(route.door));
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
  ['a hash', async () => (await import('../features/accounts/password/password-hash.ts')).hashPassword('x')],
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
