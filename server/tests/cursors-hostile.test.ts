import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiPaths } from '../../contract/paths.ts';
import { anAdminCookie } from '../testing/accounts/accounts.ts';
import { expectError } from '../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
let cookie: string;
beforeAll(async () => {
  t = await buildTestApp();
  cookie = await anAdminCookie(t);
});
afterAll(() => t.close());

const ask = (list: string, after: string) =>
  t.app.inject({ url: `${list}?after=${encodeURIComponent(after)}`, headers: { cookie } });

const id = '0198c0de-0000-4000-8000-000000000000';
const rejected = [
  '',
  'x',
  '_',
  `2026-01-01_${id}`,
  `2026-02-30T00:00:00Z_${id}`,
  `0000-01-01T00:00:00Z_${id}`,
  `-000001-01-01T00:00:00Z_${id}`,
  `2026-01-01T00:00:00+25:00_${id}`,
  '2026-01-01T00:00:00Z_x',
  `2026-01-01T00:00:00Z_${id}'`,
  `2026-01-01T00:00:00Z_${id}_${id}`,
  '9'.repeat(201),
  // Earlier releases had these forms in the inbox and the orders.
  Buffer.from(JSON.stringify(['2026-01-01T00:00:00.000Z', id])).toString('base64url'),
  `1767225600000.${randomUUID()}`,
];

for (const list of [apiPaths.inbox, apiPaths.purchases, apiPaths.auditLog, apiPaths.alerts]) {
  test(`${list} rejects what is not a cursor, by name`, async () => {
    for (const after of rejected) {
      const message = expectError(await ask(list, after), 400, 'invalid-request', 'after');
      expect(message, after).toMatch(/^After is /);
    }
  });

  test(`${list} accepts the earliest and the latest time`, async () => {
    for (const time of ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']) {
      expect((await ask(list, `${time}_${id}`)).statusCode).toBe(200);
    }
  });
}
