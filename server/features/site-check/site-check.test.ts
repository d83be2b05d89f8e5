import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lastSiteCheck, type SiteCheck } from '../../../contract/company/site-check.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { toBlockListsFolder } from '../../paths.ts';
import { createFetchPublic } from '../../platform/outbound/fetch-public.ts';
import { anAdmin, send, type TestAccount } from '../../testing/accounts/accounts.ts';
import { aMember } from '../../testing/accounts/team.ts';
import { aCompany, anOrder, aPageview, track } from '../../testing/builders.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { BlockLists } from './blockers/block-lists.ts';
import { recheckSilentSites } from './recheck-silent-sites.ts';
import { SiteChecks } from './site-checks.ts';

let t: TestApp;
let admin: TestAccount;
let site: string;
let answerPage: RequestListener;
let requests: string[];
beforeAll(async () => {
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    answerPage(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  site = `http://127.0.0.1:${port}`;
  t = await buildTestApp({ env: { SITE_CHECK_ALLOW: `127.0.0.1:${port}` } });
  admin = await anAdmin(t);
  return async () => {
    server.closeAllConnections();
    server.close();
  };
});
afterAll(() => t.close());
beforeEach(() => {
  requests = [];
});

/** A site that shows a page, and the tracking script under its own address. */
function show(page: string, headers: Record<string, string> = {}): void {
  answerPage = (request, response) => {
    if (request.url?.endsWith('.js')) {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end('/* data-company */');
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(page);
  };
}

const toTag = (companyId: string) =>
  `<head><script defer src="/t.js" data-company="${companyId}"></script></head>`;
const aSite = async () => (await aCompany(t.db, { domain: '127.0.0.1' })).company.id;

async function check(companyId: string, body: object = { url: site }): Promise<SiteCheck> {
  const answer = await send(t, apiPaths.siteCheck(companyId), body, admin);
  expect(answer.statusCode, answer.body).toBe(200);
  const { check: found } = lastSiteCheck.parse(answer.json());
  if (!found) throw new Error('no check was answered');
  return found;
}

async function readLast(companyId: string): Promise<SiteCheck | null> {
  const answer = await t.app.inject({
    url: apiPaths.siteCheck(companyId),
    headers: { cookie: admin.cookie },
  });
  return lastSiteCheck.parse(answer.json()).check;
}

const codesOf = ({ findings }: SiteCheck) => findings.map(({ code }) => code);

test('a check loads the page and its script, and its result is kept', async () => {
  const companyId = await aSite();
  expect(await readLast(companyId)).toBeNull();
  show(toTag(companyId));
  const found = await check(companyId);
  expect(found).toMatchObject({ cause: 'asked', url: `${site}/`, finalUrl: `${site}/`, system: 'other' });
  expect(codesOf(found)).toEqual(['blocker-unknown', 'tag-found', 'script-reachable', 'version-current']);
  expect(requests).toEqual(['/', '/t.js']);
  expect(await readLast(companyId)).toEqual(found);

  show(`${toTag(companyId)}`, { 'content-security-policy': "default-src 'none'" });
  expect((await check(companyId)).findings[0]).toMatchObject({
    code: 'csp-blocks',
    details: { line: `script-src ${site}; connect-src ${site};` },
  });
  expect((await readLast(companyId))?.findings[0]?.code).toBe('csp-blocks');
});

test('a check compares the script and its endpoint with the installed lists', async () => {
  const companyId = await aSite();
  show(toTag(companyId));
  const folder = toBlockListsFolder(t.config.dataDir);
  await mkdir(folder, { recursive: true });
  const install = (rule: string) => writeFile(join(folder, 'list.txt'), `! Title: A list\n${rule}\n`);
  try {
    await install('/track-analytics?v=$~third-party');
    expect((await check(companyId)).findings[0]).toEqual({
      ...{ code: 'blocker-blocks', level: 'problem' },
      details: { blocks: 'connect', rule: '/track-analytics?v=$~third-party', list: 'A list' },
    });
    await install('/other.js');
    expect((await check(companyId)).findings).toContainEqual({
      ...{ code: 'blocker-allows', level: 'passed', details: { lists: 'A list' } },
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('events and orders that arrived are part of a check', async () => {
  const companyId = await aSite();
  show('<head></head>');
  expect(codesOf(await check(companyId))).toEqual(['tag-missing']);
  const origin = { origin: 'http://127.0.0.1' };
  await track(t.app, aPageview(companyId, { url: 'http://127.0.0.1/' }), origin);
  await track(t.app, anOrder(companyId, 'A-1', 5), origin);
  await track(t.app, anOrder(companyId, 'A-2', 5));
  expect(codesOf(await check(companyId))).toEqual(['tag-unseen', 'orders-from-pages', 'orders-from-servers']);
});

test.each([
  ['without the script', (url: string) => url.endsWith('.js'), 404, 'script-unreachable', { failure: '404' }],
  ['without the page', () => true, 503, 'page-status', { status: '503' }],
] as const)('a site %s', async (_what, isMissing, status, code, details) => {
  const companyId = await aSite();
  show(toTag(companyId));
  const usual = answerPage;
  answerPage = (request, response) => {
    if (isMissing(request.url ?? '')) response.writeHead(status).end();
    else usual(request, response);
  };
  expect((await check(companyId)).findings[0]).toMatchObject({ code, level: 'problem', details });
});

test('a server that answers every address with its page has no script', async () => {
  const companyId = await aSite();
  answerPage = (_, response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end(toTag(companyId));
  expect((await check(companyId)).findings[0]?.code).toBe('script-foreign');
});

test.each([
  [
    'redirects into the private network',
    (_: unknown, response) => void response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
    'not-public',
  ],
  [
    'sends a picture',
    (_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end('x'),
    'wrong-type',
  ],
  [
    'sends too much',
    (_, response) =>
      void response
        .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
        .end(gzipSync(Buffer.alloc(4_000_000))),
    'too-large',
  ],
] satisfies [string, RequestListener, string][])(
  'a site that %s is not read',
  async (_what, answer, failure) => {
    const companyId = await aSite();
    answerPage = answer;
    expect((await check(companyId)).findings).toEqual([
      { code: 'page-unreachable', level: 'problem', details: expect.objectContaining({ failure }) },
    ]);
  },
);

test('the start page of a domain is refused when it is not public', async () => {
  const companyId = (await aCompany(t.db, { domain: '10.0.0.1' })).company.id;
  const found = await check(companyId, {});
  expect(found).toMatchObject({
    url: 'http://10.0.0.1/',
    findings: [{ details: { failure: 'not-public' } }],
  });
  expect(requests).toEqual([]);
});

test.each([
  ['http://10.0.0.1/', /10\.0\.0\.1 is not one of the company’s hosts/],
  ['http://localhost/', /localhost is not one of/],
  ['ftp://127.0.0.1/', /enter the address of a page/],
  ['http://user:secret@127.0.0.1/', /enter the address of a page/],
  ['http://', /enter the address of a page/],
  ['javascript:alert(1)', /enter the address of a page|is not one of/],
])('%s is no page of the company', async (url, message) => {
  const companyId = await aSite();
  const answer = await send(t, apiPaths.siteCheck(companyId), { url }, admin);
  expectError(answer, 400, 'invalid-request');
  expect(answer.json().error).toMatchObject({ field: 'url', message: expect.stringMatching(message) });
  expect(await readLast(companyId)).toBeNull();
  expect(requests).toEqual([]);
});

test('without a page, the port of an allowed host is asked', async () => {
  const companyId = await aSite();
  show(toTag(companyId));
  const found = await check(companyId, {});
  expect(found).toMatchObject({ url: `${site}/`, finalUrl: `${site}/` });
  expect(codesOf(found)).toContain('tag-found');
});

test('two checks at the same time are one', async () => {
  const companyId = await aSite();
  show(toTag(companyId));
  const [one, other] = await Promise.all([check(companyId), check(companyId)]);
  expect(one).toEqual(other);
  expect(requests).toEqual(['/', '/t.js']);
});

test('a member checks a site ten times an hour', async () => {
  const companyId = await aSite();
  for (let count = 0; count < 10; count += 1) await check(companyId, {});
  expectError(await send(t, apiPaths.siteCheck(companyId), {}, admin), 429, 'too-many-requests');
  // Another company has another limit, as has another member.
  await check(await aSite(), {});
  const other = await anAdmin(t);
  expect((await send(t, apiPaths.siteCheck(companyId), {}, other)).statusCode).toBe(200);
});

test('a manager checks the sites of chosen companies alone', async () => {
  const [own, foreign] = [await aSite(), await aSite()];
  const member = await aMember(t, admin, { role: 'manager', companies: [own] });
  expect((await send(t, apiPaths.siteCheck(own), {}, member)).statusCode).toBe(200);
  expectError(await send(t, apiPaths.siteCheck(foreign), {}, member), 404, 'company-not-found');
});

test('silent sites are checked once a day, without those whose events arrive', async () => {
  const [silent, receiving, young] = [await aSite(), await aSite(), await aSite()];
  await track(t.app, aPageview(receiving, { url: 'http://127.0.0.1/' }), { origin: 'http://127.0.0.1' });
  const now = new Date();
  const daysLater = (days: number) => new Date(now.getTime() + days * 86_400_000);
  await t.db.query('UPDATE companies SET created_at = $1 WHERE id <> $2', [daysLater(-3), young]);
  await t.db.query('DELETE FROM site_checks');
  const siteChecks = new SiteChecks({
    db: t.db,
    fetchPublic: createFetchPublic({ userAgent: 'SiteCheck/1.0', allowed: [] }),
    portOf: () => undefined,
    code: () => ({ origins: [], scriptPaths: ['/t.js'] }),
    served: { newest: '3.0.0', names: { script: '/t.js', endpoint: '/api/track-analytics' } },
    blockLists: new BlockLists({ folder: toBlockListsFolder(t.config.dataDir), onError: () => undefined }),
  });
  const failed: unknown[] = [];
  const runJob = async (at: Date) => {
    const checked: string[] = [];
    const run: SiteChecks['run'] = (id, cause) => {
      checked.push(id);
      return siteChecks.run(id, cause);
    };
    const onFailure = (error: unknown) => failed.push(error);
    await recheckSilentSites({ db: t.db, siteChecks: { run }, onFailure }, at);
    return checked;
  };
  const first = await runJob(now);
  expect(first).toContain(silent);
  expect(first).not.toContain(receiving);
  expect(first).not.toContain(young);
  expect(await readLast(silent)).toMatchObject({
    cause: 'daily',
    findings: [{ code: 'page-unreachable', details: { failure: 'not-public' } }],
  });
  expect(await runJob(new Date())).toEqual([]);
  expect(await runJob(daysLater(1))).toEqual(expect.arrayContaining(first));
  expect(failed).toEqual([]);
  await siteChecks.close();
});
