import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createdAccess } from '../../../contract/company/accesses.ts';
import { trackingScript } from '../../../contract/company/companies.ts';
import { createdShare } from '../../../contract/company/shares.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { portalLinkPath } from '../../../contract/public/portal-link.ts';
import { customDomains } from '../../../contract/site/domains.ts';
import { anAdmin, anEmail, send, type TestAccount } from '../../testing/accounts/accounts.ts';
import { aMember } from '../../testing/accounts/team.ts';
import { aCompany, aViewerCookie } from '../../testing/builders.ts';
import { startDnsServer, type TestDnsServer } from '../../testing/domains/dns-server.ts';
import { addHost, ageAbsence, aHostName, anOwnHost, checkHost } from '../../testing/domains/own-domain.ts';
import { findMail } from '../../testing/mail/sent-mails.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { DomainChecks } from './domain-checks.ts';
import { createProofCheck } from './proof-record.ts';
import { recheckDomains } from './recheck-domains.ts';

let t: TestApp;
let dns: TestDnsServer;
let admin: TestAccount;
let companyId: string;
let accessKey: string;

beforeAll(async () => {
  dns = await startDnsServer();
  t = await buildTestApp({ env: { DNS_SERVERS: dns.address } });
  admin = await anAdmin(t);
});
beforeEach(async () => {
  dns.mood = 'well';
  const created = await aCompany(t.db);
  companyId = created.company.id;
  accessKey = created.accessKey;
});
afterAll(async () => {
  await t.close();
  await dns.close();
});

const ofCompany = () => ({ admin, companyId });
const list = async (path = apiPaths.companyDomains(companyId)) =>
  customDomains.parse((await t.app.inject({ url: path, headers: { cookie: admin.cookie } })).json());
const reads = (host: string, cookie = '') =>
  t.app.inject({ url: apiPaths.company(companyId), headers: { host: `${host}:3000`, cookie } });

describe('an own address', () => {
  test('waits for its record, is in use once it is found, and opens the portal with its key', async () => {
    const host = aHostName();
    const added = await addHost(t, ofCompany(), `https://${host.toUpperCase()}/`);
    expect(added).toMatchObject({
      ...{ host, displayHost: host, state: 'waiting', isLookalike: false, problem: null },
      ...{ url: `http://${host}:3000`, record: { name: `_portal-proof.${host}` }, verifiedAt: null },
    });
    expect(JSON.stringify(added.record).toLowerCase()).not.toContain('northlight');
    expectError(await reads(host), 421, 'unknown-host');

    const missing = await checkHost(t, ofCompany(), added.id);
    expect(missing).toMatchObject({ state: 'waiting', isFailing: false });
    expect(missing.problem).toContain(`no TXT record named _portal-proof.${host}`);

    dns.records.set(added.record.name, ['something else']);
    const wrong = await checkHost(t, ofCompany(), added.id);
    expect(wrong.problem).toContain('another value');

    dns.records.set(added.record.name, ['v=spf1 -all', added.record.value]);
    expect(await checkHost(t, ofCompany(), added.id)).toMatchObject({ state: 'in-use', problem: null });
    const origin = `http://${host}:3000`;
    const opened = await send(
      t,
      apiPaths.verifyCompanyAccess,
      { accessKey },
      { headers: { host: `${host}:3000`, origin } },
    );
    expect(opened.statusCode).toBe(200);
    const [cookie] = opened.cookies;
    expect(cookie?.domain).toBeUndefined();
    const portal = await reads(host, `${cookie?.name}=${cookie?.value}`);
    expect(portal.statusCode).toBe(200);
  });

  test('is added once by a double click, and a company has one', async () => {
    const host = aHostName();
    const [first, second] = await Promise.all([addHost(t, ofCompany(), host), addHost(t, ofCompany(), host)]);
    expect(second.id).toBe(first.id);
    expect((await list()).domains).toHaveLength(1);
    const other = await send(
      t,
      apiPaths.companyDomains(companyId),
      { host: aHostName() },
      { cookie: admin.cookie },
    );
    expect(expectError(other, 409, 'conflict')).toContain('Remove it');
  });

  test('is removed by a double click, and refused at once', async () => {
    const host = aHostName();
    const { id } = await anOwnHost(t, dns, { ...ofCompany(), host });
    const remove = () =>
      send(t, apiPaths.companyDomain(companyId, id), {}, { cookie: admin.cookie, method: 'DELETE' });
    for (const answer of await Promise.all([remove(), remove()])) expect(answer.statusCode).toBe(204);
    expectError(await reads(host), 421, 'unknown-host');
    expect((await list()).domains).toEqual([]);
    const entries = await t.db.query<{ action: string }>(
      `SELECT action FROM audit_log WHERE object LIKE $1 ORDER BY at`,
      [`${host}%`],
    );
    expect(entries.rows.map(({ action }) => action)).toEqual([
      'domain.added',
      'domain.verified',
      'domain.removed',
    ]);
  });

  test('of the agency shows the portals of every company; a manager cannot change it', async () => {
    const host = aHostName();
    const manager = await aMember(t, admin, { role: 'manager', companies: 'all' });
    const refused = await send(t, apiPaths.domains, { host }, { cookie: manager.cookie });
    expectError(refused, 403, 'missing-permission');
    const { id } = await anOwnHost(t, dns, { admin, companyId: null, host });
    const cookie = await aViewerCookie(t.app, accessKey);
    expect((await reads(host, cookie)).statusCode).toBe(200);
    await send(t, apiPaths.domain(id), {}, { cookie: admin.cookie, method: 'DELETE' });
  });

  test('of a company is gone with the company', async () => {
    const host = aHostName();
    await anOwnHost(t, dns, { ...ofCompany(), host });
    await send(
      t,
      apiPaths.company(companyId),
      { name: 'Test Shop' },
      { cookie: admin.cookie, method: 'DELETE' },
    );
    await expect.poll(async () => (await reads(host)).statusCode).toBe(421);
  });

  test('is known to another process without a request to it', async () => {
    const other = await buildTestApp({ databaseUrl: t.databaseUrl, env: { DNS_SERVERS: dns.address } });
    const host = aHostName();
    await anOwnHost(t, dns, { ...ofCompany(), host });
    const ask = () => other.app.inject({ url: apiPaths.myPortals, headers: { host } });
    await expect.poll(async () => (await ask()).statusCode).toBe(200);
    await other.close();
  });
});

describe('the check of the record', () => {
  test('stops an address whose record is still missing after an hour, with a reason, until it is there again', async () => {
    const host = aHostName();
    const { id, record } = await anOwnHost(t, dns, { ...ofCompany(), host });
    dns.records.delete(record.name);
    expect(await checkHost(t, ofCompany(), id)).toMatchObject({ state: 'in-use', isFailing: true });
    dns.records.set(record.name, [record.value]);
    expect(await checkHost(t, ofCompany(), id)).toMatchObject({ state: 'in-use', isFailing: false });
    dns.records.delete(record.name);
    // Resolvers may answer all of these with the first absence.
    for (const minutes of [0, 30, 29]) {
      await ageAbsence(t, id, minutes);
      expect(await checkHost(t, ofCompany(), id)).toMatchObject({ state: 'in-use', isFailing: true });
    }
    expect((await reads(host)).statusCode).not.toBe(421);
    await ageAbsence(t, id, 1);
    const stopped = await checkHost(t, ofCompany(), id);
    expect(stopped).toMatchObject({ state: 'stopped', verifiedAt: null, removedAt: null });
    expect(stopped.problem).toContain('no TXT record');
    expectError(await reads(host), 421, 'unknown-host');
    dns.records.set(record.name, [record.value]);
    expect(await checkHost(t, ofCompany(), id)).toMatchObject({ state: 'in-use', stoppedAt: null });
  });

  test.each(['broken', 'silent'] as const)('changes nothing while the name server is %s', async (mood) => {
    const host = aHostName();
    const { id } = await anOwnHost(t, dns, { ...ofCompany(), host });
    dns.mood = mood;
    for (let turn = 0; turn < 2; turn += 1) {
      const checked = await checkHost(t, ofCompany(), id);
      expect(checked).toMatchObject({ state: 'in-use', isFailing: false });
      expect(checked.problem).toContain('did not answer');
    }
  });

  test('two checks at the same time are one absence', async () => {
    const host = aHostName();
    const { id, record } = await anOwnHost(t, dns, { ...ofCompany(), host });
    dns.records.delete(record.name);
    // As two processes do.
    const checkProof = createProofCheck([dns.address]);
    const [one, other] = [
      new DomainChecks({ db: t.db, checkProof }),
      new DomainChecks({ db: t.db, checkProof }),
    ];
    await Promise.all([one.run(id), other.run(id)]);
    expect((await list()).domains[0]?.state).toBe('in-use');
  });

  test('a claim without proof keeps its owner from nothing, and the later proof wins', async () => {
    const host = aHostName();
    const squatter = await aCompany(t.db);
    const theirs = { admin, companyId: squatter.company.id };
    const claimed = await addHost(t, theirs, host);
    const own = await anOwnHost(t, dns, { ...ofCompany(), host });
    // Both records exist: the address stays where it is.
    dns.records.set(own.record.name, [own.record.value, claimed.record.value]);
    const refused = await checkHost(t, theirs, claimed.id);
    expect(refused.state).toBe('waiting');
    expect(refused.problem).toContain('in use for another portal');
    // The owner of the name changed the record.
    dns.records.set(own.record.name, [claimed.record.value]);
    expect((await checkHost(t, theirs, claimed.id)).state).toBe('in-use');
    const [lost] = (await list()).domains;
    expect(lost).toMatchObject({ state: 'stopped' });
    expect(lost?.problem).toContain('another portal');
  });

  test('the job asks for a stopped address each time for a week, then every hour, and it is in use once its record is there', async () => {
    const { id, record } = await anOwnHost(t, dns, { ...ofCompany(), host: aHostName() });
    dns.records.delete(record.name);
    await checkHost(t, ofCompany(), id);
    await ageAbsence(t, id);
    expect((await checkHost(t, ofCompany(), id)).state).toBe('stopped');
    const checks = new DomainChecks({ db: t.db, checkProof: createProofCheck([dns.address]) });
    const stateAfter = async (now: Date) => {
      const onFailure = (error: unknown) => expect.fail(String(error));
      await recheckDomains({ db: t.db, checks, onFailure }, now);
      return (await list()).domains[0]?.state;
    };
    const now = new Date();
    const weekLater = new Date(now.getTime() + 7 * 86_400_000);
    const asIfCheckedIn = (at: Date) =>
      t.db.query('UPDATE custom_domains SET checked_at = $2 WHERE id = $1', [id, at]);
    dns.questions = [];
    expect(await stateAfter(now)).toBe('stopped');
    expect(dns.questions).toContain(record.name);
    dns.records.set(record.name, [record.value]);
    await asIfCheckedIn(weekLater);
    expect(await stateAfter(weekLater)).toBe('stopped');
    expect(await stateAfter(new Date(weekLater.getTime() + 56 * 60_000))).toBe('in-use');

    dns.records.delete(record.name);
    await checkHost(t, ofCompany(), id);
    await ageAbsence(t, id);
    expect((await checkHost(t, ofCompany(), id)).state).toBe('stopped');
    dns.records.set(record.name, [record.value]);
    expect(await stateAfter(new Date())).toBe('in-use');
  });

  test('the job checks what is due, stops what is gone, and forgets claims without proof after a week', async () => {
    const gone = await anOwnHost(t, dns, { ...ofCompany(), host: aHostName() });
    const waiting = await aCompany(t.db);
    const { id: waitingId } = await addHost(t, { admin, companyId: waiting.company.id }, aHostName());
    dns.records.delete(gone.record.name);
    const checks = new DomainChecks({ db: t.db, checkProof: createProofCheck([dns.address]) });
    const failures: unknown[] = [];
    const run = (now: Date) =>
      recheckDomains({ db: t.db, checks, onFailure: (error) => failures.push(error) }, now);
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    dns.questions = [];
    await run(inMinutes(0));
    expect(dns.questions).not.toContain(gone.record.name);
    await run(inMinutes(56));
    expect((await list()).domains[0]).toMatchObject({ state: 'in-use', isFailing: true });
    await run(inMinutes(10));
    expect((await list()).domains[0]?.state).toBe('in-use');
    await ageAbsence(t, gone.id);
    await run(inMinutes(0));
    expect((await list()).domains[0]?.state).toBe('stopped');
    const ofWaiting = async () => (await list(apiPaths.companyDomains(waiting.company.id))).domains;
    expect((await ofWaiting()).map(({ id }) => id)).toEqual([waitingId]);
    await run(inMinutes(7 * 1_440 + 1));
    expect(await ofWaiting()).toEqual([]);
    expect((await list()).domains).toHaveLength(1);
    expect(failures).toEqual([]);
  });
});

describe('links', () => {
  const invite = async (email: string) =>
    createdAccess.parse(
      (
        await send(
          t,
          apiPaths.accesses(companyId),
          { kind: 'person', name: 'Mia', email, rights: ['dashboard'], sendsInvitation: true },
          { cookie: admin.cookie },
        )
      ).json(),
    );

  test('use the company’s address, else that of the agency, else PUBLIC_URL', async () => {
    const expectOrigin = async (origin: string) => {
      const email = anEmail();
      const { link } = await invite(email);
      expect(link.url.startsWith(`${origin}${portalLinkPath}#`)).toBe(true);
      expect((await findMail(t, email, /./)).text).toContain(`${origin}${portalLinkPath}#`);
      const share = await send(
        t,
        apiPaths.shares(companyId),
        { name: 'Intranet', view: 'period=30d&compare=previous', embedHosts: [] },
        { cookie: admin.cookie },
      );
      expect(createdShare.parse(share.json()).url.startsWith(`${origin}/shared/`)).toBe(true);
      const code = await t.app.inject({
        url: apiPaths.trackingScript(companyId),
        headers: { cookie: admin.cookie },
      });
      expect(trackingScript.parse(code.json()).snippet).toContain(`src="${origin}/t.js"`);
    };
    await expectOrigin('http://localhost:3000');
    const agencyHost = aHostName();
    const agency = await anOwnHost(t, dns, { admin, companyId: null, host: agencyHost });
    await expectOrigin(`http://${agencyHost}:3000`);
    const host = aHostName();
    await anOwnHost(t, dns, { ...ofCompany(), host });
    await expectOrigin(`http://${host}:3000`);
    await send(t, apiPaths.domain(agency.id), {}, { cookie: admin.cookie, method: 'DELETE' });
  });

  test('made under PUBLIC_URL still work after the company has an own address', async () => {
    const { link } = await invite(anEmail());
    await anOwnHost(t, dns, { ...ofCompany(), host: aHostName() });
    const token = new URL(link.url).hash.slice(1);
    expect((await send(t, apiPaths.openPortalLink, { token })).statusCode).toBe(200);
  });
});
