import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditLog } from '../../../../contract/admin.ts';
import { adminCompanies } from '../../../../contract/company/companies.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { readings } from '../../../../contract/stats/readings.ts';
import { toTx } from '../../../db/client.ts';
import { lockForTransaction } from '../../../db/locks.ts';
import { anAdmin, anIpAddress, send, type TestAccount } from '../../../testing/accounts/accounts.ts';
import { aCompany, aPageview, aViewerCookie, track } from '../../../testing/builders.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { repeatWhileBusy } from '../../../testing/requests/repeat-while-busy.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let admin: TestAccount;
beforeAll(async () => {
  t = await buildTestApp();
  admin = await anAdmin(t);
});
afterAll(() => t.close());

async function aPortal(name = 'Test Shop') {
  const { company, accessKey } = await aCompany(t.db, { name });
  return { company, viewer: await aViewerCookie(t.app, accessKey) };
}

const generate = (companyId: string, cookie: string, address = anIpAddress()) =>
  send(t, apiPaths.simulateAnalytics, { companyId }, { cookie, address });

const clear = (companyId: string, cookie: string, address = anIpAddress()) =>
  t.app.inject({
    method: 'DELETE',
    url: apiPaths.simulatedAnalytics(companyId),
    headers: { cookie, origin: 'http://localhost:3000' },
    remoteAddress: address,
  });

async function sourceOf(companyId: string, cookie: string) {
  const url = apiPaths.analytics(companyId);
  const answer = await repeatWhileBusy(() => t.app.inject({ url, headers: { cookie } }));
  expect(answer.statusCode, answer.body).toBe(200);
  return readings.parse(answer.json()).source;
}

async function listAudit(companyName: string) {
  const answer = await t.app.inject({ url: apiPaths.auditLog, headers: { cookie: admin.cookie } });
  return auditLog
    .parse(answer.json())
    .entries.filter(({ action, object }) => action.startsWith('demo-data.') && object === companyName);
}

async function findListed(companyId: string) {
  const answer = await t.app.inject({ url: apiPaths.companies, headers: { cookie: admin.cookie } });
  return adminCompanies.parse(answer.json()).companies.find(({ id }) => id === companyId);
}

test('a viewer cannot replace the numbers of a site with demo data', async () => {
  const { company, viewer } = await aPortal();
  expect((await generate(company.id, viewer)).statusCode).toBe(200);
  await track(t.app, aPageview(company.id));
  // Demo data from before the first visit hides real events; clearing it stays possible.
  expect(await sourceOf(company.id, viewer)).toBe('simulated');
  expect((await clear(company.id, viewer)).statusCode).toBe(204);

  const refused = await generate(company.id, viewer);
  expectError(refused, 409, 'demo-data-unavailable');
  expect(refused.json().error.message).toContain('real figures');
  expect(await sourceOf(company.id, viewer)).toBe('tracked');
  expect((await generate(company.id, admin.cookie)).statusCode).toBe(200);
  expect(await sourceOf(company.id, viewer)).toBe('simulated');
});

test('an administrator who also entered the key may generate demo data at any time', async () => {
  const { company, viewer } = await aPortal();
  await track(t.app, aPageview(company.id));
  expect((await generate(company.id, `${viewer}; ${admin.cookie}`)).statusCode).toBe(200);
});

test('demo data requested by a viewer before the first event arrives is rejected after it', async () => {
  const { company, viewer } = await aPortal();
  const client = await t.db.connect();
  await client.query('BEGIN');
  await lockForTransaction(toTx(client), { lock: 'demo-data', companyId: company.id });
  const waiting = generate(company.id, viewer);
  await expect
    .poll(async () => {
      // The view has the locks of all databases, also of those of tests that run at the same time.
      const locks = await t.db.query(
        `SELECT 1 FROM pg_locks JOIN pg_database d ON d.oid = database
         WHERE locktype = 'advisory' AND NOT granted AND datname = current_database()`,
      );
      return locks.rowCount;
    })
    .toBeGreaterThan(0);
  await track(t.app, aPageview(company.id));
  await client.query('COMMIT');
  client.release();
  expectError(await waiting, 409, 'demo-data-unavailable');
  expect(await sourceOf(company.id, viewer)).toBe('tracked');
});

test('the audit log records who generated or cleared demo data, for which company and from where', async () => {
  const { company, viewer } = await aPortal('Traced Shop');
  await generate(company.id, viewer, 'fd00:1:2:3::9');
  await clear(company.id, viewer, 'fd00:1:2:3::9');
  await clear(company.id, viewer);
  await generate(company.id, admin.cookie);
  expect(await listAudit('Traced Shop')).toMatchObject([
    { actor: admin.email, action: 'demo-data.generated' },
    { actor: 'viewer', action: 'demo-data.cleared', address: 'fd00:1:2::' },
    { actor: 'viewer', action: 'demo-data.generated', address: 'fd00:1:2::' },
  ]);
});

test('a rejected attempt leaves neither demo data nor an audit entry', async () => {
  const { company, viewer } = await aPortal('Refused Shop');
  await track(t.app, aPageview(company.id));
  await generate(company.id, viewer);
  expect(await listAudit('Refused Shop')).toEqual([]);
});

test('the company list shows which portals have demo data, and since when', async () => {
  const { company, viewer } = await aPortal();
  expect(await findListed(company.id)).toMatchObject({ demoDataSince: null });
  await generate(company.id, viewer);
  const since = (await findListed(company.id))?.demoDataSince ?? '';
  expect(Math.abs(Date.now() - Date.parse(since))).toBeLessThan(120_000);
  await clear(company.id, viewer);
  expect(await findListed(company.id)).toMatchObject({ demoDataSince: null });
});
