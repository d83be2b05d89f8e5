import { afterAll, beforeAll, expect, test } from 'vitest';
import { companyAlertKinds } from '../../../contract/alerts/alert-kinds.ts';
import { alertList } from '../../../contract/alerts/alerts.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { anAdmin, send, type TestAccount } from '../../testing/accounts/accounts.ts';
import { aMember } from '../../testing/accounts/team.ts';
import { aFinding } from '../../testing/alerts/alerts.ts';
import { aCompany } from '../../testing/builders.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { createAlertLog } from './notices/alert-log.ts';

let t: TestApp;
let owner: TestAccount;
beforeAll(async () => {
  t = await buildTestApp();
  owner = await anAdmin(t);
});
afterAll(() => t.close());

const openLog = () =>
  createAlertLog({
    ...{ db: t.db, publicUrl: t.config.publicUrl, portals: t.server.domains },
    jobs: { send: async () => {} },
  });

async function list({ cookie }: TestAccount, search = '') {
  const answer = await t.app.inject({ url: `${apiPaths.alerts}${search}`, headers: { cookie } });
  return alertList.strict().parse(answer.json());
}

test('a member lists the alerts of the own companies, and an owner those of the server too', async () => {
  const [mine, other] = [(await aCompany(t.db)).company, (await aCompany(t.db)).company];
  const manager = await aMember(t, owner, { role: 'manager', companies: [mine.id] });
  const log = openLog();
  await log.record(aFinding(mine.id));
  await log.record(aFinding(mine.id, { kind: 'drop', day: '2030-03-03' }));
  await log.record(aFinding(other.id));
  await log.record(aFinding(null, { kind: 'backup' }, { lasts: true }));
  const toKinds = ({ alerts }: Awaited<ReturnType<typeof list>>) => alerts.map(({ facts }) => facts.kind);
  expect(toKinds(await list(owner))).toEqual(['backup', 'silence', 'drop', 'silence']);
  expect(toKinds(await list(manager))).toEqual(['drop', 'silence']);
  expect(toKinds(await list(manager, '?state=lasting'))).toEqual(['silence']);
  expect(toKinds(await list(owner, `?companyId=${other.id}`))).toEqual(['silence']);
  expect(toKinds(await list(manager, `?companyId=${other.id}`))).toEqual([]);
  const [first] = (await list(manager)).alerts;
  expect(first).toMatchObject({ companyId: mine.id, company: mine.name, endedAt: expect.any(String) });
});

test('a list has pages', async () => {
  const { company } = await aCompany(t.db);
  const log = openLog();
  for (let number = 0; number < 51; number += 1)
    await log.record(aFinding(company.id, { kind: 'goal-reached' }, { subject: String(number) }));
  const search = `?companyId=${company.id}`;
  const { alerts, next } = await list(owner, search);
  const rest = await list(owner, `${search}&after=${next}`);
  expect([alerts.length, rest.alerts.length, rest.next]).toEqual([50, 1, null]);
  expect(new Set([...alerts, ...rest.alerts].map(({ id }) => id)).size).toBe(51);
});

test('a company has every kind until they are chosen, which the audit log records', async () => {
  const { company } = await aCompany(t.db);
  const path = apiPaths.alertSettings(company.id);
  const read = async () => (await t.app.inject({ url: path, headers: { cookie: owner.cookie } })).json();
  expect(await read()).toEqual({ kinds: companyAlertKinds });
  const change = (kinds: string[]) => send(t, path, { kinds }, { cookie: owner.cookie, method: 'PUT' });
  expect((await change(['drop'])).json()).toEqual({ kinds: ['drop'] });
  expect((await change([])).json()).toEqual({ kinds: [] });
  expect(await read()).toEqual({ kinds: [] });
  for (const kinds of [['backup'], ['drop', 'drop'], ['unknown']])
    expect((await change(kinds)).statusCode).toBe(400);
  const entries = await t.db.query(
    `SELECT object FROM audit_log WHERE action = 'alert-settings.changed' AND object_id = $1`,
    [company.id],
  );
  expect(entries.rows).toEqual([{ object: company.name }, { object: company.name }]);
});
