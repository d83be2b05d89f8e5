import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '../../../../contract/admin.ts';
import {
  type Access,
  access,
  accesses,
  accessLimits,
  createdAccess,
  createdLink,
  shownKey,
} from '../../../../contract/company/accesses.ts';
import { adminCompanies, type Company } from '../../../../contract/company/companies.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import {
  aLinkCookie,
  aPerson,
  createPerson,
  look,
  openLink,
  toPortalToken,
} from '../../../testing/accesses.ts';
import { anAdmin, send } from '../../../testing/accounts/accounts.ts';
import { aCompany, aViewerCookie } from '../../../testing/builders.ts';
import { findMail, listMails } from '../../../testing/mail/sent-mails.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { PortalStreamReader } from '../../../testing/streams/portal-stream-reader.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let base: string;
let admin: { cookie: string; email: string };
let company: Company;
let accessKey: string;
beforeAll(async () => {
  t = await buildTestApp();
  base = await t.app.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(async () => {
  admin = await anAdmin(t);
  ({ company, accessKey } = await aCompany(t.db, { name: 'Harbour & Pine' }));
});
afterAll(() => t.close());

const person = (given: Parameters<typeof aPerson>[3] = {}) => aPerson(t, admin.cookie, company.id, given);
const change = (id: string, body: object) =>
  send(t, apiPaths.access(company.id, id), body, { cookie: admin.cookie, method: 'PATCH' });
const revoke = (id: string) =>
  send(t, apiPaths.access(company.id, id), {}, { cookie: admin.cookie, method: 'DELETE' });
const renew = (id: string) => send(t, apiPaths.renewAccess(company.id, id), {}, { cookie: admin.cookie });
const readKey = async (id: string) => {
  const answer = await t.app.inject({
    url: apiPaths.accessKey(company.id, id),
    headers: { cookie: admin.cookie },
  });
  return shownKey.strict().parse(answer.json()).access_key;
};

async function list(): Promise<Access[]> {
  const answer = await t.app.inject({
    url: apiPaths.accesses(company.id),
    headers: { cookie: admin.cookie },
  });
  expect(answer.headers['cache-control']).toBe('no-store');
  return accesses.strict().parse(answer.json()).accesses;
}

test('the company key is the first access of a company, and works as before', async () => {
  const [first, ...others] = await list();
  expect(others).toEqual([]);
  expect(first).toMatchObject({
    ...{ kind: 'company', name: 'Company key', email: null, filters: [], expiresAt: null },
    ...{ rights: ['dashboard', 'money', 'orders', 'export'], visits: 0, lastUsedAt: null },
  });
  expect((await look(t, company.id, await aViewerCookie(t.app, accessKey))).statusCode).toBe(200);
  expect((await list())[0]).toMatchObject({ visits: 1, lastUsedAt: expect.any(String) });
});

test('a person gets a key, a link and the chosen rights, and the list shows who created the access', async () => {
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const answer = await createPerson(t, admin.cookie, company.id, {
    ...{ name: '  Mia Sand ', email: 'mia@client.test', rights: ['export', 'dashboard'] },
    ...{ filters: ['host:is:shop.test'], expiresAt },
  });
  const created = createdAccess.strict().parse(answer.json());
  expect(created.access).toMatchObject({
    ...{ kind: 'person', name: 'Mia Sand', email: 'mia@client.test', rights: ['dashboard', 'export'] },
    ...{ filters: ['host:is:shop.test'], expiresAt, createdBy: admin.email, visits: 0 },
  });
  expect(created.link).toMatchObject({ mailedTo: null, isMailStored: false });
  expect(created.link.url).toMatch(/^http:\/\/localhost:3000\/company-access\/open#[\w-]{32}$/);
  expect(await listMails(t, 'mia@client.test')).toEqual([]);
  expect(await readKey(created.access.id)).toBe(created.accessKey);
  expect((await look(t, company.id, await aViewerCookie(t.app, created.accessKey))).statusCode).toBe(200);
  expect((await list()).map(({ name, visits }) => [name, visits])).toEqual([
    ['Company key', 0],
    ['Mia Sand', 1],
  ]);
  const [, , entry] = await listAudit();
  expect(entry?.action).toBeDefined();
});

async function listAudit() {
  const answer = await t.app.inject({ url: apiPaths.auditLog, headers: { cookie: admin.cookie } });
  return auditLog.parse(answer.json()).entries;
}

test('every step is in the audit log under the name of the access and the company', async () => {
  const { access: mia } = await person({ name: 'Mia' });
  await change(mia.id, { name: 'Mia Sand' });
  await send(t, apiPaths.accessLink(company.id, mia.id), { sendsMail: false }, { cookie: admin.cookie });
  await renew(mia.id);
  await revoke(mia.id);
  const entries = (await listAudit()).slice(0, 5).map(({ action, object, actor }) => [action, object, actor]);
  expect(entries).toEqual([
    ['access.revoked', 'Mia Sand of Harbour & Pine', admin.email],
    ['access.renewed', 'Mia Sand of Harbour & Pine', admin.email],
    ['access.link-created', 'Mia Sand of Harbour & Pine', admin.email],
    ['access.changed', 'Mia Sand of Harbour & Pine', admin.email],
    ['access.created', 'Mia of Harbour & Pine', admin.email],
  ]);
});

test('an invitation is mailed with a link that opens the portal, and neither mail nor database has the key', async () => {
  const email = 'ben@client.test';
  const { link, accessKey: key } = await person({ email, sendsInvitation: true });
  expect(link).toMatchObject({ mailedTo: email, isMailStored: true });
  const mail = await findMail(t, email, /^Your access to the analytics of Harbour & Pine$/);
  expect(mail.text).toContain(link.url);
  expect(mail.text).not.toContain(key);
  const stored = await t.db.query('SELECT * FROM access_links');
  expect(JSON.stringify(stored.rows)).not.toContain(toPortalToken(link));
  expect((await look(t, company.id, await aLinkCookie(t, link))).statusCode).toBe(200);
});

test('a new link is mailed to the address of the access, and links of before keep working', async () => {
  const email = 'ida@client.test';
  const { access: ida, link } = await person({ email });
  const path = apiPaths.accessLink(company.id, ida.id);
  const answer = await send(t, path, { sendsMail: true }, { cookie: admin.cookie });
  const next = createdLink.strict().parse(answer.json()).link;
  expect(next).toMatchObject({ mailedTo: email });
  expect(next.url).not.toBe(link.url);
  expect((await findMail(t, email, /^Your access/)).text).toContain(next.url);
  expect((await openLink(t, toPortalToken(next))).statusCode).toBe(200);
  expect((await openLink(t, toPortalToken(link))).statusCode).toBe(200);
});

test('without an address an invitation is refused by name, and nothing is created', async () => {
  expectError(
    await createPerson(t, admin.cookie, company.id, { sendsInvitation: true }),
    400,
    'invalid-request',
    'email',
  );
  const { access: someone } = await person();
  const path = apiPaths.accessLink(company.id, someone.id);
  expectError(
    await send(t, path, { sendsMail: true }, { cookie: admin.cookie }),
    400,
    'invalid-request',
    'email',
  );
  expect(await list()).toHaveLength(2);
});

describe('revoking', () => {
  test('ends the portal, key and links of one person at once, and leaves the others alone', async () => {
    const mia = await person({ name: 'Mia' });
    const ben = await person({ name: 'Ben' });
    const miaCookie = await aLinkCookie(t, mia.link);
    const benCookie = await aLinkCookie(t, ben.link);
    const keyCookie = await aViewerCookie(t.app, accessKey);
    const path = apiPaths.accessLink(company.id, mia.access.id);
    const unused = createdLink.parse(
      (await send(t, path, { sendsMail: false }, { cookie: admin.cookie })).json(),
    ).link;
    const hers = await PortalStreamReader.open(base, company.id, miaCookie);
    const his = await PortalStreamReader.open(base, company.id, benCookie);
    const shared = await PortalStreamReader.open(base, company.id, keyCookie);

    expect((await revoke(mia.access.id)).statusCode).toBe(204);
    await hers.waitForEnd();
    expect(hers.accessChanges).toBe(1);
    expectError(await look(t, company.id, miaCookie), 404, 'company-not-found');
    expectError(await openLink(t, toPortalToken(unused)), 409, 'link-used');
    await expect(aViewerCookie(t.app, mia.accessKey)).rejects.toThrow('Invalid access key');

    for (const cookie of [benCookie, keyCookie])
      expect((await look(t, company.id, cookie)).statusCode).toBe(200);
    expect(
      [his, shared].map(({ frames, accessChanges }) => [frames.at(-1)?.is, accessChanges]),
    ).not.toContain('end');
    for (const reader of [his, shared]) {
      expect(reader.frames.map(({ is }) => is)).not.toContain('end');
      reader.close();
    }
    expect((await list()).map(({ name }) => name)).toEqual(['Company key', 'Ben']);
    expectError(await revoke(mia.access.id), 404, 'not-found');
  });

  test('is refused for the company key, which also cannot expire', async () => {
    const [key] = await list();
    expectError(await revoke(key?.id ?? ''), 409, 'conflict');
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    expectError(await change(key?.id ?? '', { expiresAt }), 409, 'conflict', 'expiresAt');
    expectError(await renew(key?.id ?? ''), 409, 'conflict');
  });
});

test('a renewed key keeps the access and ends the old key, its portals and its links', async () => {
  const { access: mia, accessKey: old, link } = await person({ email: 'mia2@client.test' });
  const cookie = await aViewerCookie(t.app, old);
  const stream = await PortalStreamReader.open(base, company.id, cookie);
  const renewed = createdAccess.strict().parse((await renew(mia.id)).json());
  await stream.waitForEnd();
  expect(renewed.access).toMatchObject({ id: mia.id, name: mia.name, rights: mia.rights });
  expect(renewed.accessKey).not.toBe(old);
  expectError(await look(t, company.id, cookie), 404, 'company-not-found');
  expectError(await openLink(t, toPortalToken(link)), 409, 'link-used');
  expect((await openLink(t, toPortalToken(renewed.link))).statusCode).toBe(200);
  expect(await readKey(mia.id)).toBe(renewed.accessKey);
});

describe('changing', () => {
  test('ends the open portals of the access, which reconnect with the rights that it has then', async () => {
    const { access: mia, link } = await person();
    const cookie = await aLinkCookie(t, link);
    const stream = await PortalStreamReader.open(base, company.id, cookie);
    const answer = await change(mia.id, { rights: ['orders', 'dashboard'], filters: ['country:is:DE'] });
    expect(access.strict().parse(answer.json())).toMatchObject({
      ...{ name: mia.name, rights: ['dashboard', 'orders'], filters: ['country:is:DE'] },
    });
    await stream.waitForEnd();
    expect(stream.accessChanges).toBe(1);
    expect((await look(t, company.id, cookie)).statusCode).toBe(200);
  });

  test('to another address ends the links that were mailed to the old one', async () => {
    const { access: mia, link } = await person({ email: 'wrong@client.test', sendsInvitation: true });
    expect((await change(mia.id, { email: 'right@client.test' })).statusCode).toBe(200);
    expectError(await openLink(t, toPortalToken(link)), 409, 'link-used');
  });

  test('of the name alone keeps the links', async () => {
    const { access: mia, link } = await person({ email: 'mia3@client.test' });
    await change(mia.id, { name: 'Mia S.', email: 'mia3@client.test' });
    expect((await openLink(t, toPortalToken(link))).statusCode).toBe(200);
  });

  test('to an end in the past is refused, and an access that has ended opens nothing', async () => {
    const { access: mia, link } = await person();
    const cookie = await aLinkCookie(t, link);
    const past = new Date(Date.now() - 1000).toISOString();
    expectError(await change(mia.id, { expiresAt: past }), 400, 'invalid-request', 'expiresAt');
    await t.db.query(`UPDATE accesses SET expires_at = now() - interval '1 second' WHERE id = $1`, [mia.id]);
    expectError(await look(t, company.id, cookie), 404, 'company-not-found');
    const path = apiPaths.accessLink(company.id, mia.id);
    expectError(await send(t, path, { sendsMail: false }, { cookie: admin.cookie }), 409, 'conflict');
    expectError(await renew(mia.id), 409, 'conflict');
    expect((await list()).map(({ name }) => name)).toContain(mia.name);
    await change(mia.id, { expiresAt: null });
    expect((await look(t, company.id, cookie)).statusCode).toBe(200);
  });
});

test.each([
  ['no rights', { rights: [] }, 'rights'],
  ['rights that show nothing', { rights: ['money', 'export'] }, 'rights'],
  ['annotate without dashboard', { rights: ['orders', 'annotate'] }, 'rights'],
  ['a right twice', { rights: ['dashboard', 'dashboard'] }, 'rights'],
  ['a right of programs', { rights: ['dashboard', 'write-orders'] }, /^rights/],
  ['an empty name', { name: '  ' }, 'name'],
  ['a long name', { name: 'x'.repeat(accessLimits.nameLength + 1) }, 'name'],
  ['a wrong address', { email: 'mia@' }, 'email'],
  ['an unknown dimension', { filters: ['shoe-size:is:38'] }, /^filters/],
  ['six filters', { filters: Array.from({ length: 6 }, (_, n) => `page:is:/${n}`) }, 'filters'],
  ['an end in the past', { expiresAt: '2020-01-01T00:00:00.000Z' }, 'expiresAt'],
  ['an end that is no time', { expiresAt: 'tomorrow' }, 'expiresAt'],
] as const)('%s is refused by name, and nothing is created or changed', async (_what, given, field) => {
  const { access: mia } = await person();
  const body = { kind: 'person', name: 'Mia', rights: ['dashboard'], ...given };
  const created = await send(t, apiPaths.accesses(company.id), body, { cookie: admin.cookie });
  expect(created.statusCode).toBe(400);
  expect(created.json().error.field).toMatch(field);
  const changed = await change(mia.id, given);
  expect(changed.statusCode).toBe(400);
  expect(changed.json().error.field).toMatch(field);
  expect((await list()).slice(1)).toEqual([mia]);
});

test('a company has at most as many accesses as it can list', async () => {
  await t.db.query(
    `INSERT INTO accesses (id, company_id, kind, name, rights, created_at, created_by)
     SELECT gen_random_uuid(), $1, 'person', 'P', '{dashboard}', now(), '' FROM generate_series(2, $2)`,
    [company.id, accessLimits.perCompany],
  );
  expectError(await createPerson(t, admin.cookie, company.id), 409, 'conflict');
  expect(await list()).toHaveLength(accessLimits.perCompany);
});

test('an access of another company is not found under this one', async () => {
  const other = (await aCompany(t.db)).company.id;
  const { access: foreign } = await aPerson(t, admin.cookie, other);
  expectError(await change(foreign.id, { name: 'Mine' }), 404, 'not-found');
  expectError(await revoke(foreign.id), 404, 'not-found');
  expectError(await renew(foreign.id), 404, 'not-found');
});

test('actions that show or end an access need a recent sign-in', async () => {
  const { access: mia } = await person();
  await t.db.query(`UPDATE session SET signed_in_at = now() - interval '25 hours'`);
  const key = apiPaths.accessKey(company.id, mia.id);
  for (const answer of [
    await createPerson(t, admin.cookie, company.id),
    await change(mia.id, { name: 'x' }),
    await revoke(mia.id),
    await renew(mia.id),
    await send(t, apiPaths.accessLink(company.id, mia.id), { sendsMail: false }, { cookie: admin.cookie }),
    await t.app.inject({ url: key, headers: { cookie: admin.cookie } }),
  ])
    expectError(answer, 403, 'recent-sign-in-required');
  expect(await list()).toHaveLength(2);
});

test('the list of companies shows when each portal was last opened by anyone outside the agency', async () => {
  const readLast = async () => {
    const answer = await t.app.inject({ url: apiPaths.companies, headers: { cookie: admin.cookie } });
    return adminCompanies.parse(answer.json()).companies.find(({ id }) => id === company.id)?.lastOpenedAt;
  };
  await look(t, company.id, admin.cookie);
  expect(await readLast()).toBeNull();
  const { link, access: mia } = await person();
  await look(t, company.id, await aLinkCookie(t, link));
  const opened = await readLast();
  expect(Date.now() - Date.parse(opened ?? '')).toBeLessThan(60_000);
  // It stays known after the access is gone.
  await revoke(mia.id);
  expect(await readLast()).toBe(opened);
});
