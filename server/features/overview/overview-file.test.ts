import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiPaths } from '../../../contract/paths.ts';
import { anAdmin, type TestAccount } from '../../testing/accounts/accounts.ts';
import { aMember } from '../../testing/accounts/team.ts';
import { aCompany } from '../../testing/builders.ts';
import { repeatWhileBusy } from '../../testing/requests/repeat-while-busy.ts';
import {
  aLoadedEvent,
  inBerlin,
  openStatsFixture,
  type StatsFixture,
} from '../../testing/stats/stats-fixture.ts';

let fixture: StatsFixture;
let owner: TestAccount;
beforeAll(async () => {
  fixture = await openStatsFixture();
  owner = await anAdmin(fixture.t);
});
afterAll(() => fixture.close());

const period = 'from=2026-10-24&to=2026-10-25&compare=previous&match=date';

async function readFile(query: string, cookie = owner.cookie) {
  const request = { url: `${apiPaths.overviewFile}?${query}`, headers: { cookie } };
  const answer = await repeatWhileBusy(() => fixture.t.app.inject(request));
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="overview-[\d-]+\.csv"$/),
  });
  const [heads = [], ...rows] = answer.body
    .replace('\u{FEFF}', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.slice(1, -1).split('","'));
  return rows.map((cells) => Object.fromEntries(heads.map((head, at) => [head, cells[at]])));
}

test('the file has the figures of every company in its own currency', async () => {
  const { company: yen } = await aCompany(fixture.t.db, { name: 'Yen Ltd', currency: 'JPY' });
  await fixture.load(yen.id, [
    aLoadedEvent(1, inBerlin(24, '10:00')),
    aLoadedEvent(1, inBerlin(24, '10:01'), {
      kind: 'order',
      order_id: 'Y-1',
      amount: '2500',
      currency: 'JPY',
    }),
  ]);
  const rows = await readFile(period);
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({
    ...{ company: 'Yen Ltd', data: 'events', currency: 'JPY', visitors: '1', orders: '1', revenue: '2500' },
    ...{ 'conversion rate': '100', 'conversion rate before': '', 'visitors before': '0' },
    ...{ figures: 'complete', 'company id': yen.id },
  });
  expect(rows[1]).toMatchObject({ currency: 'EUR', visitors: '5', orders: '2', revenue: '94.95' });
  expect(await readFile(`${period}&id=${yen.id}`)).toHaveLength(1);
});

test('a name or a group that begins like a formula is harmless, and a manager gets the own companies alone', async () => {
  const { company } = await aCompany(fixture.t.db, { name: '=1+1' });
  await fixture.t.db.query(`UPDATE companies SET groups = '{+49,Retail}' WHERE id = $1`, [company.id]);
  const manager = await aMember(fixture.t, owner, { role: 'manager', companies: [company.id] });
  const rows = await readFile('', manager.cookie);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ company: "'=1+1", groups: "'+49, Retail", health: 'never-installed' });
});
