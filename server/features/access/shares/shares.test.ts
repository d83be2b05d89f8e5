import { afterAll, beforeAll, expect, test } from 'vitest';
import { access, accesses, openings } from '../../../../contract/company/accesses.ts';
import { portalCompany } from '../../../../contract/company/companies.ts';
import { shareAddress } from '../../../../contract/company/shares.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { statsSummary } from '../../../../contract/stats/answers.ts';
import { anAdmin, type TestAccount } from '../../../testing/accounts/accounts.ts';
import { aCompany, aPageview, publicOrigin, track } from '../../../testing/builders.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { aShare, askShared, openShare, tryShare } from '../../../testing/shares.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let admin: TestAccount;
beforeAll(async () => {
  t = await buildTestApp();
  admin = await anAdmin(t);
});
afterAll(() => t.close());

const asAdmin = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  t.app.inject({
    method,
    url,
    headers: { origin: publicOrigin, cookie: admin.cookie },
    ...(payload && { payload }),
  });

const aPortal = async () => (await aCompany(t.db)).company;
const findListed = async (companyId: string, accessId: string) =>
  accesses
    .parse((await asAdmin('GET', apiPaths.accesses(companyId))).json())
    .accesses.find(({ id }) => id === accessId);

test('a share link shows its view to everyone who opens it', async () => {
  const company = await aPortal();
  await track(t.app, aPageview(company.id));
  const share = await aShare(t, admin, company.id);
  const opened = await openShare(t, share);
  expect(opened).toMatchObject({ companyId: company.id, company: company.name, seesMoney: false });
  const answer = await askShared(t, opened.session, apiPaths.statsSummary(company.id), opened.view);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(statsSummary.parse(answer.json()).metrics['page-views']?.value).toBe(1);
  const shown = await askShared(t, opened.session, apiPaths.company(company.id));
  expect(portalCompany.parse(shown.json()).viewedAs).toBe('viewer');
});

test('the secret is in the fragment of the address alone', async () => {
  const company = await aPortal();
  const share = await aShare(t, admin, company.id);
  expect(share.url).toBe(`${publicOrigin}/shared/${share.accessId}#${share.secret}`);
  expect(JSON.stringify(share.access)).not.toContain(share.secret);
  const again = await asAdmin('GET', apiPaths.shareAddress(company.id, share.accessId));
  expect(shareAddress.parse(again.json()).url).toBe(share.url);
});

test('a view is stored as a question, without parameters that are not about figures', async () => {
  const company = await aPortal();
  const { access } = await aShare(t, admin, company.id, {
    view: 'section=pages&from=2026-01-01&to=2026-01-31&filter=country%3Ais%3ADE&match=weekday',
  });
  expect(access.share?.view).toBe('from=2026-01-01&to=2026-01-31&compare=previous&filter=country%3Ais%3ADE');
  expect(access.filters).toEqual(['country:is:DE']);
  expect(access.rights).toEqual(['dashboard']);
});

test.each([
  ['view', { view: 'period=eternity' }],
  ['view', { view: 'from=2026-02-01&to=2026-01-01' }],
  ['view', { view: 'filter=nonsense' }],
  [
    'view',
    { view: ['DE', 'FR', 'GB', 'IT', 'ES', 'PL'].map((code) => `filter=country:is-not:${code}`).join('&') },
  ],
  ['name', { name: ' ' }],
  ['password', { password: 'short' }],
  ['embedHosts.0', { embedHosts: ["evil.example; script-src 'unsafe-inline'"] }],
  ['embedHosts.0', { embedHosts: ['*'] }],
  ['embedHosts.0', { embedHosts: ['192.168.0.1'] }],
  ['embedHosts', { embedHosts: Array.from({ length: 11 }, (_, index) => `host${index}.example`) }],
  ['expiresAt', { expiresAt: '2020-01-01T00:00:00.000Z' }],
])('an invalid %s is refused, and nothing is stored', async (field, wrong) => {
  const company = await aPortal();
  const body = { name: 'Intranet', view: 'period=7d', ...wrong };
  const answer = await asAdmin('POST', apiPaths.shares(company.id), body);
  expectError(answer, 400, 'invalid-request', field);
  const listed = accesses.parse((await asAdmin('GET', apiPaths.accesses(company.id))).json());
  expect(listed.accesses.map(({ kind }) => kind)).toEqual(['company']);
});

test('hosts are stored as browsers compare them, each once', async () => {
  const company = await aPortal();
  const { access } = await aShare(t, admin, company.id, {
    embedHosts: [
      'https://Intranet.Client.example/start?x=1',
      'intranet.client.example',
      'www.münchen.example:8443',
    ],
  });
  expect(access.share?.embedHosts).toEqual(['intranet.client.example', 'www.xn--mnchen-3ya.example:8443']);
});

test('a link with a password asks for it once the secret is right', async () => {
  const company = await aPortal();
  const share = await aShare(t, admin, company.id, { password: 'correct horse' });
  expect(share.access.share?.hasPassword).toBe(true);
  expectError(await tryShare(t, share), 401, 'password-required');
  expectError(await tryShare(t, share, { password: 'wrong horse' }), 401, 'wrong-password', 'password');
  expectError(await tryShare(t, { ...share, secret: 'x' }, { password: 'correct horse' }), 404, 'not-found');
  const opened = await openShare(t, share, { password: 'correct horse' });
  // A page that stays open renews its session without the password.
  const renewed = await openShare(t, share, { session: opened.session });
  const answer = await askShared(t, renewed.session, apiPaths.company(company.id));
  expect(answer.statusCode).toBe(200);
});

test('changing what a link shows keeps its address', async () => {
  const company = await aPortal();
  const share = await aShare(t, admin, company.id);
  const before = await openShare(t, share);
  const answer = await asAdmin('PATCH', apiPaths.share(company.id, share.accessId), {
    name: 'Wall screen',
    view: 'period=7d&compare=none',
    seesMoney: true,
    embedHosts: ['wall.example'],
  });
  expect(access.strict().parse(answer.json())).toMatchObject({
    ...{ name: 'Wall screen', rights: ['dashboard', 'money'] },
    share: { view: 'period=7d&compare=none', hasPassword: false, embedHosts: ['wall.example'] },
  });
  const url = apiPaths.company(company.id);
  expectError(await askShared(t, before.session, url), 404, 'company-not-found');
  const opened = await openShare(t, share);
  expect(opened).toMatchObject({ view: 'period=7d&compare=none', seesMoney: true });
  expect((await askShared(t, opened.session, url)).statusCode).toBe(200);
});

test('another name or host does not interrupt open views', async () => {
  const company = await aPortal();
  const share = await aShare(t, admin, company.id);
  const { session } = await openShare(t, share);
  await asAdmin('PATCH', apiPaths.share(company.id, share.accessId), { name: 'Another', embedHosts: [] });
  expect((await askShared(t, session, apiPaths.company(company.id))).statusCode).toBe(200);
});

test('the list shows how often a link was opened, and the log has it once in half an hour', async () => {
  const company = await aPortal();
  const share = await aShare(t, admin, company.id);
  for (let visit = 0; visit < 3; visit += 1) {
    const { session } = await openShare(t, share);
    await askShared(t, session, apiPaths.company(company.id));
    await openShare(t, share, { session });
  }
  const listed = await findListed(company.id, share.accessId);
  expect(listed?.visits).toBe(3);
  expect(Date.parse(listed?.lastUsedAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  const log = openings.parse((await asAdmin('GET', apiPaths.companyOpenings(company.id))).json());
  expect(log.openings).toMatchObject([{ access: 'Intranet', kind: 'share' }]);
});

test('simultaneous visits are all counted', async () => {
  const company = await aPortal();
  const share = await aShare(t, admin, company.id);
  await Promise.all(Array.from({ length: 60 }, () => openShare(t, share)));
  expect((await findListed(company.id, share.accessId))?.visits).toBe(60);
});

test('a share link is changed and read only as one', async () => {
  const { company, accessKey } = await aCompany(t.db);
  const share = await aShare(t, admin, company.id);
  const wide = { rights: ['dashboard', 'orders', 'export', 'annotate'], filters: [] };
  expectError(await asAdmin('PATCH', apiPaths.access(company.id, share.accessId), wide), 409, 'conflict');
  const { accesses: listed } = accesses.parse((await asAdmin('GET', apiPaths.accesses(company.id))).json());
  const key = listed.find(({ kind }) => kind === 'company')?.id ?? '';
  expectError(await asAdmin('PATCH', apiPaths.share(company.id, key), { seesMoney: true }), 404, 'not-found');
  const address = await asAdmin('GET', apiPaths.shareAddress(company.id, key));
  expectError(address, 404, 'not-found');
  expect(address.body).not.toContain(accessKey);
});

test('creating, changing and revoking are in the audit log, with the name of the link and no secret', async () => {
  const company = await aPortal();
  const share = await aShare(t, admin, company.id, { password: 'correct horse' });
  await asAdmin('PATCH', apiPaths.share(company.id, share.accessId), { password: 'another horse' });
  await asAdmin('DELETE', apiPaths.access(company.id, share.accessId));
  const { rows } = await t.db.query<{ action: string; object: string }>(
    'SELECT action, object FROM audit_log WHERE object_id = $1 ORDER BY at',
    [company.id],
  );
  expect(rows.slice(-3).map(({ action }) => action)).toEqual([
    'access.created',
    'access.changed',
    'access.revoked',
  ]);
  for (const { object } of rows.slice(-3)) expect(object).toContain('Intranet');
  const everything = JSON.stringify(rows);
  for (const secret of [share.secret, 'correct horse', 'another horse'])
    expect(everything).not.toContain(secret);
});
