import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailRequestResponse } from '../../../../contract/account/accounts.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { aLinkCookie, aPerson, look, openLink } from '../../../testing/accesses.ts';
import { ageAttempts, anAdminCookie, anIpAddress, send } from '../../../testing/accounts/accounts.ts';
import { aCompany } from '../../../testing/builders.ts';
import { findMail, listMails } from '../../../testing/mail/sent-mails.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let admin: string;
beforeAll(async () => {
  t = await buildTestApp();
  admin = await anAdminCookie(t);
});
afterAll(() => t.close());

const anAddress = () => `${randomUUID()}@client.test`;
const request = (email: string, address = anIpAddress()) =>
  send(t, apiPaths.newPortalLinks, { email }, { address });
const countMails = async () => {
  const { rows } = await t.db.query<{ mails: number }>('SELECT count(*)::int AS mails FROM mails');
  return rows[0]?.mails;
};
const toTokens = (text: string) => [...text.matchAll(/#([\w-]{32})/g)].map(([, token = '']) => token);

test('a known address gets a mail with a link to each of its portals, by name', async () => {
  const email = anAddress();
  const pine = (await aCompany(t.db, { name: 'Pine' })).company;
  const alder = (await aCompany(t.db, { name: 'Alder' })).company;
  await aPerson(t, admin, pine.id, { email });
  await aPerson(t, admin, alder.id, { email: email.toUpperCase() });
  const answer = await request(email);
  expect(mailRequestResponse.strict().parse(answer.json())).toEqual({ status: true, storedMail: {} });
  const mail = await findMail(t, email, /^New links to your portals$/);
  expect(mail.text.indexOf('Alder')).toBeLessThan(mail.text.indexOf('Pine'));
  const tokens = [...new Set(toTokens(mail.text))];
  expect(tokens).toHaveLength(2);
  const opened = await Promise.all(tokens.map((token) => openLink(t, token)));
  expect(opened.map((each) => each.json().name).sort()).toEqual(['Alder', 'Pine']);
});

test('a link of the mail opens the portal, and the one of the invitation still does', async () => {
  const email = anAddress();
  const { company } = await aCompany(t.db, { name: 'Pine' });
  const { link } = await aPerson(t, admin, company.id, { email });
  await request(email);
  const [token = ''] = toTokens((await findMail(t, email, /^A new link to Pine$/)).text);
  expect((await openLink(t, token)).statusCode).toBe(200);
  expect((await look(t, company.id, await aLinkCookie(t, link))).statusCode).toBe(200);
});

test.each([
  ['a dotted capital I', 'client', 'cl\u0130ent'],
  ['the Kelvin sign', 'kiosk', '\u212aiosk'],
])('an address that looks alike, with %s, gets no link', async (_, domain, alike) => {
  const name = randomUUID();
  const { company } = await aCompany(t.db);
  await aPerson(t, admin, company.id, { email: `${name}@${domain}.example` });
  const before = await countMails();
  expect((await request(`${name}@${alike}.example`)).statusCode).toBe(200);
  expect(await countMails()).toBe(before);
  await request(`${name.toUpperCase()}@${domain.toUpperCase()}.example`);
  expect(await listMails(t, `${name}@${domain}.example`)).toHaveLength(1);
});

test('a revoked or expired access gets no mail', async () => {
  const email = anAddress();
  const { company } = await aCompany(t.db);
  const revoked = await aPerson(t, admin, company.id, { email });
  const path = apiPaths.access(company.id, revoked.access.id);
  await send(t, path, {}, { cookie: admin, method: 'DELETE' });
  const expired = await aPerson(t, admin, company.id, { email });
  await t.db.query(`UPDATE accesses SET expires_at = now() - interval '1 second' WHERE id = $1`, [
    expired.access.id,
  ]);
  expect((await request(email)).statusCode).toBe(200);
  expect(await listMails(t, email)).toEqual([]);
});

test('an unknown address gets the same answer after the same time, and no mail', async () => {
  const email = anAddress();
  const { company } = await aCompany(t.db);
  await aPerson(t, admin, company.id, { email });
  const unknown = anAddress();
  const timed = async (to: string) => {
    const began = performance.now();
    const answer = await request(to);
    return { ms: performance.now() - began, status: answer.statusCode, body: answer.body };
  };
  const known = await timed(email);
  const other = await timed(unknown);
  expect({ ...other, ms: 0 }).toEqual({ ...known, ms: 0 });
  // Both wait for a slot, which is 50 ms in tests.
  for (const { ms } of [known, other]) expect(ms).toBeGreaterThan(45);
  expect(await listMails(t, unknown)).toEqual([]);
});

test('strangers cannot fill the mailbox of a person: three mails a day from one network, five in all', async () => {
  const email = anAddress();
  const { company } = await aCompany(t.db);
  await aPerson(t, admin, company.id, { email });
  const count = async () => (await listMails(t, email)).length;
  const address = anIpAddress();
  for (let turn = 0; turn < 5; turn += 1) expect((await request(email, address)).statusCode).toBe(200);
  expect(await count()).toBe(3);
  for (let turn = 0; turn < 5; turn += 1) expect((await request(email)).statusCode).toBe(200);
  expect(await count()).toBe(5);
  // Another spelling is the same mailbox.
  await request(email.replace('@', '+tag@'));
  expect(await count()).toBe(5);
  await ageAttempts(t, 86_401);
  await request(email);
  expect(await count()).toBe(6);
});

test.each([undefined, null, '', 'mia', 5, ['a@b.test'], '"a b"@c.test', 'a@b.test\r\nBcc: c@d.test'])(
  'an invalid address is refused by name: %j',
  async (email) => {
    expectError(await send(t, apiPaths.newPortalLinks, { email }), 400, 'invalid-request', 'email');
  },
);

test('requests from one address are limited', async () => {
  const address = '203.0.113.88';
  for (let turn = 0; turn < 20; turn += 1) expect((await request(anAddress(), address)).statusCode).toBe(200);
  expectError(await request(anAddress(), address), 429, 'too-many-requests');
});
