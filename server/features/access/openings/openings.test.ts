import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openings } from '../../../../contract/company/accesses.ts';
import type { Company } from '../../../../contract/company/companies.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { aLinkCookie, aPerson, look } from '../../../testing/accesses.ts';
import { anAdminCookie } from '../../../testing/accounts/accounts.ts';
import { aCompany, aViewerCookie } from '../../../testing/builders.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { AdminStreamReader } from '../../../testing/streams/admin-stream-reader.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let base: string;
let admin: string;
let company: Company;
let accessKey: string;
beforeAll(async () => {
  t = await buildTestApp();
  base = await t.app.listen({ port: 0, host: '127.0.0.1' });
  admin = await anAdminCookie(t);
});
beforeEach(async () => {
  ({ company, accessKey } = await aCompany(t.db, { name: 'Pine' }));
});
afterAll(() => t.close());

async function list(path = apiPaths.companyOpenings(company.id), after?: string) {
  const url = after === undefined ? path : `${path}?after=${encodeURIComponent(after)}`;
  const answer = await t.app.inject({ url, headers: { cookie: admin } });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.headers['cache-control']).toBe('no-store');
  return openings.strict().parse(answer.json());
}
const names = async () => (await list()).openings.map(({ access }) => access);
const read = async (path: string) =>
  (await t.app.inject({ url: path, headers: { cookie: admin } })).body.replace(/^\uFEFF/, '');

test('an opening names the access and its kind, and no address', async () => {
  const { link } = await aPerson(t, admin, company.id, { name: 'Mia' });
  await look(t, company.id, await aLinkCookie(t, link));
  await look(t, company.id, await aViewerCookie(t.app, accessKey));
  const found = (await list()).openings;
  expect(found).toEqual([
    { ...found[0], access: 'Company key', kind: 'company', companyId: company.id, company: 'Pine' },
    { ...found[1], access: 'Mia', kind: 'person', companyId: company.id, company: 'Pine' },
  ]);
  // Random ids may contain any hexadecimal digits.
  const withoutIds = JSON.stringify(found).replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '');
  expect(withoutIds).not.toMatch(/\d+\.\d+\.\d+\.\d+|fd00|::1/);
});

test('a browser that loads a portal again within half an hour is one opening, another browser is a second', async () => {
  const cookie = await aViewerCookie(t.app, accessKey);
  for (let turn = 0; turn < 3; turn += 1) await look(t, company.id, cookie);
  expect(await names()).toHaveLength(1);
  await look(t, company.id, await aViewerCookie(t.app, accessKey));
  expect(await names()).toHaveLength(2);
  const earlier = new Date(Date.now() - 31 * 60_000);
  await t.db.query('UPDATE portal_openings SET at = $2 WHERE company_id = $1', [company.id, earlier]);
  await look(t, company.id, cookie);
  expect(await names()).toHaveLength(3);
});

test('a browser that asks several times at once, as a page does, is one opening', async () => {
  const cookie = await aViewerCookie(t.app, accessKey);
  await Promise.all(Array.from({ length: 8 }, () => look(t, company.id, cookie)));
  expect(await names()).toHaveLength(1);
});

test('administrators are not recorded, and neither is a refused request', async () => {
  await look(t, company.id, admin);
  await look(t, company.id, 'viewer-x=y');
  expect(await names()).toEqual([]);
});

test('the name of an access is that of the time of its opening', async () => {
  const { link, access } = await aPerson(t, admin, company.id, { name: 'Mia' });
  await look(t, company.id, await aLinkCookie(t, link));
  await t.db.query(`UPDATE accesses SET name = 'Ben', revoked_at = now() WHERE id = $1`, [access.id]);
  expect(await names()).toEqual(['Mia']);
});

test('pages list all openings once, newest first, of one company and over all', async () => {
  await t.db.query(
    `INSERT INTO portal_openings (id, at, company_id, access_id, access_name, kind, session_id)
     SELECT gen_random_uuid(), now() - n * interval '1 hour', $1, gen_random_uuid(), 'P' || n, 'person', 's'
     FROM generate_series(1, 120) n`,
    [company.id],
  );
  const found: string[] = [];
  let after: string | undefined;
  do {
    const page = await list(undefined, after);
    found.push(...page.openings.map(({ access }) => access));
    after = page.next ?? undefined;
  } while (after !== undefined);
  expect(found).toEqual(Array.from({ length: 120 }, (_, n) => `P${n + 1}`));
  expect((await list(apiPaths.openings)).openings.length).toBe(50);
  expect((await read(apiPaths.companyOpeningsFile(company.id))).trim().split('\r\n')).toHaveLength(121);
});

test('a file is named, downloaded, and executes nothing in a spreadsheet', async () => {
  const hostile = ['=cmd|calc', '+1', '-1', '@SUM(A1)', 'a,"b"', '<script>alert(1)</script>'];
  for (const name of hostile) {
    const { link } = await aPerson(t, admin, company.id, { name });
    await look(t, company.id, await aLinkCookie(t, link));
  }
  const answer = await t.app.inject({
    url: apiPaths.companyOpeningsFile(company.id),
    headers: { cookie: admin },
  });
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.headers['content-disposition']).toMatch(
    /^attachment; filename="portal-openings-[\d-]+\.csv"$/,
  );
  expect(answer.body).not.toMatch(/(?:^|,|")[=+@]/m);
  expect(answer.body).toContain("'=cmd|calc");
  expect(answer.body).toContain("'@SUM(A1)");
  expect(answer.body).toContain('"a,""b"""');
});

test('an invalid cursor is refused by name', async () => {
  for (const path of [apiPaths.openings, apiPaths.companyOpenings(company.id)])
    for (const after of ['x', '%00', 'W10'])
      expectError(
        await t.app.inject({ url: `${path}?after=${after}`, headers: { cookie: admin } }),
        400,
        'invalid-request',
        'after',
      );
});

test('an opening is announced to open pages of administrators', async () => {
  const stream = await AdminStreamReader.open(base, admin);
  await look(t, company.id, await aViewerCookie(t.app, accessKey));
  await expect.poll(() => stream.topics).toContain('companies');
  stream.close();
});

test('deleting a company deletes its openings', async () => {
  await look(t, company.id, await aViewerCookie(t.app, accessKey));
  await t.db.query('DELETE FROM companies WHERE id = $1', [company.id]);
  expect(await names()).toEqual([]);
});
