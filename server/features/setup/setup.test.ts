import { afterAll, beforeAll, expect, test } from 'vitest';
import { companySetupAnswer, type SetupStep } from '../../../contract/company/company-setup.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { statsBreakdown } from '../../../contract/stats/answers.ts';
import { anAdmin, type TestAccount } from '../../testing/accounts/accounts.ts';
import { aMember } from '../../testing/accounts/team.ts';
import { aCompany, anOrder, aPageview, aViewerCookie, publicOrigin, track } from '../../testing/builders.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { repeatWhileBusy } from '../../testing/requests/repeat-while-busy.ts';
import { anOrderToken } from '../../testing/shop/a-token.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { readSetupProgress } from './setup.ts';

let t: TestApp;
let admin: TestAccount;
beforeAll(async () => {
  t = await buildTestApp();
  admin = await anAdmin(t);
});
afterAll(() => t.close());

interface Request {
  method: 'GET' | 'PUT' | 'POST';
  url: string;
  body?: unknown;
  cookie?: string;
}

const send = ({ method, url, body, cookie = admin.cookie }: Request) =>
  repeatWhileBusy(() =>
    t.app.inject({
      method,
      url,
      headers: { origin: publicOrigin, cookie },
      ...(body === undefined ? {} : { payload: body as object }),
    }),
  );

async function readPath(companyId: string, cookie?: string) {
  const url = apiPaths.companySetup(companyId);
  const answer = await send({ method: 'GET', url, ...(cookie ? { cookie } : {}) });
  expect(answer.statusCode, answer.body).toBe(200);
  return companySetupAnswer.strict().parse(answer.json());
}

const skip = (companyId: string, skipped: unknown) =>
  send({ method: 'PUT', url: apiPaths.companySetup(companyId), body: { skipped } });

const statesOf = async (companyId: string) =>
  (await readPath(companyId)).steps.map(({ state }) => state).join(' ');

test('each step is done when the data shows it', async () => {
  const { company, accessKey } = await aCompany(t.db);
  expect(await readPath(company.id)).toEqual({
    steps: (['code', 'first-event', 'orders', 'goals', 'invitation'] as const).map((step: SetupStep) => ({
      step,
      state: 'open',
    })),
    next: 'code',
    progress: { done: 0, of: 5 },
    lastEventAt: null,
    newestEvent: null,
    proposals: [],
  });
  await track(t.app, aPageview(company.id, { url: 'https://shop.test/lamps' }));
  expect(await readPath(company.id)).toMatchObject({
    next: 'orders',
    newestEvent: { kind: 'page-view', path: '/lamps', source: 'Direct', device: 'desktop' },
  });
  await track(t.app, anOrder(company.id, 'A-1', 12.5));
  expect(await statesOf(company.id)).toBe('done done done open open');
  const goal = { name: 'Thanks', kind: 'page', target: '/thanks' };
  await send({ method: 'POST', url: apiPaths.goals(company.id), body: goal });
  expect(await statesOf(company.id)).toBe('done done done done open');
  const viewer = await aViewerCookie(t.app, accessKey);
  await send({ method: 'GET', url: apiPaths.company(company.id), cookie: viewer });
  expect(await readPath(company.id)).toMatchObject({ next: null, progress: { done: 5, of: 5 } });
});

test('a token that writes orders, a funnel and an invited person are enough', async () => {
  const { company } = await aCompany(t.db);
  await anOrderToken(t, company.id);
  const step = { kind: 'page', target: '/thanks' };
  await send({
    method: 'POST',
    url: apiPaths.funnels(company.id),
    body: { name: 'Order', steps: [step, step] },
  });
  const person = { kind: 'person', name: 'Mia Sand', rights: ['dashboard'] };
  const created = await send({ method: 'POST', url: apiPaths.accesses(company.id), body: person });
  expect(created.statusCode, created.body).toBe(201);
  expect(await statesOf(company.id)).toBe('open open done done done');
});

test('a token that only reads, and the administrator who opens the portal, show nothing', async () => {
  const { company } = await aCompany(t.db);
  await anOrderToken(t, company.id, ['dashboard']);
  await send({ method: 'GET', url: apiPaths.company(company.id) });
  expect(await statesOf(company.id)).toBe('open open open open open');
});

test('steps are skipped and taken back, each change once in the audit log', async () => {
  const { company } = await aCompany(t.db);
  expect((await skip(company.id, ['goals', 'orders', 'goals'])).json()).toEqual({
    skipped: ['orders', 'goals'],
  });
  expect(await statesOf(company.id)).toBe('open open skipped skipped open');
  await skip(company.id, ['orders', 'goals']);
  expect((await skip(company.id, [])).json()).toEqual({ skipped: [] });
  expect(await statesOf(company.id)).toBe('open open open open open');
  const entries = await t.db.query<{ object: string }>(
    'SELECT object FROM audit_log WHERE object_id = $1 AND action = $2 ORDER BY id',
    [company.id, 'company.setup-changed'],
  );
  expect(entries.rows.map(({ object }) => object)).toEqual([
    `${company.name}: skipped orders, goals`,
    `${company.name}: skipped none`,
  ]);
});

test('a wrong body changes nothing', async () => {
  const { company } = await aCompany(t.db);
  await skip(company.id, ['orders']);
  const url = apiPaths.companySetup(company.id);
  const bodies = [
    ...[{}, { skipped: null }, { skipped: 'orders' }, { skipped: ['orders '] }, { skipped: ['__proto__'] }],
    ...[{ skipped: [['orders']] }, { skipped: [], done: ['code'] }, [], { skipped: Array(6).fill('orders') }],
  ];
  for (const body of bodies) expectError(await send({ method: 'PUT', url, body }), 400, 'invalid-request');
  expect(await statesOf(company.id)).toBe('open open skipped open open');
});

test('a company that is older than the path has no progress until a member begins', async () => {
  const { company } = await aCompany(t.db);
  await t.db.query('UPDATE companies SET setup = NULL WHERE id = $1', [company.id]);
  const progress = async () => {
    const rows = await t.db.query<{ id: string; setup: unknown }>(
      'SELECT id, setup FROM companies WHERE id = $1',
      [company.id],
    );
    return (await readSetupProgress(t.db, rows.rows)).get(company.id);
  };
  expect(await progress()).toBeNull();
  expect(await statesOf(company.id)).toBe('open open open open open');
  await skip(company.id, []);
  expect(await progress()).toEqual({ done: 0, of: 5 });
});

test('a manager reads and changes only the chosen companies, a viewer none', async () => {
  const { company: own } = await aCompany(t.db);
  const { company: other, accessKey } = await aCompany(t.db);
  const manager = await aMember(t, admin, { role: 'manager', companies: [own.id] });
  const support = await aMember(t, admin, { role: 'support', companies: null });
  const ask = (companyId: string, cookie: string, body?: object) =>
    send({
      ...{ method: body ? 'PUT' : 'GET', url: apiPaths.companySetup(companyId), cookie },
      ...(body ? { body } : {}),
    });
  expect((await ask(own.id, manager.cookie)).statusCode).toBe(200);
  expect((await ask(own.id, manager.cookie, { skipped: ['orders'] })).statusCode).toBe(200);
  expectError(await ask(other.id, manager.cookie), 404, 'company-not-found');
  expectError(await ask(other.id, manager.cookie, { skipped: ['orders'] }), 404, 'company-not-found');
  expectError(await ask(own.id, support.cookie), 403, 'missing-permission');
  expectError(await ask(other.id, await aViewerCookie(t.app, accessKey)), 401, 'not-signed-in');
  expect(await statesOf(other.id)).toBe('open open open open open');
});

test('the proposals have the visits of the lists, and become goals as they are', async () => {
  const { company } = await aCompany(t.db);
  const visits: [sessionId: string, ...urls: string[]][] = [
    ['s1', '/', '/thank-you', '/thank-you'],
    ['s2', '/pricing', '/thank-you'],
    ['s3', '/contact/thanks'],
    ['s4', '/pricing'],
  ];
  for (const [sessionId, ...paths] of visits)
    for (const path of paths) {
      const event = aPageview(company.id, { url: `https://shop.test${path}`, sessionId });
      const metadata = { ...event.metadata, visitorId: sessionId };
      await track(t.app, { ...event, metadata }, { origin: 'https://shop.test' });
    }
  const signUp = {
    ...aPageview(company.id),
    eventType: 'event',
    metricName: undefined,
    metadata: { url: 'https://shop.test/pricing', name: 'Sign-up', sessionId: 's4', visitorId: 's4' },
  };
  const sent = await track(t.app, signUp, { origin: 'https://shop.test' });
  expect(sent.statusCode, sent.body).toBe(200);
  const { proposals } = await readPath(company.id);
  expect(proposals?.map(({ target }) => target)).toEqual(['/thank-you', '/contact/thanks', 'Sign-up']);
  for (const dimension of ['page', 'event']) {
    const url = `${apiPaths.statsBreakdown(company.id)}?dimension=${dimension}&period=30d&metrics=visits`;
    const { rows } = statsBreakdown.parse((await send({ method: 'GET', url })).json());
    for (const { target, visits } of proposals?.filter(({ kind }) => kind === dimension) ?? [])
      expect(rows.find(({ value }) => value === target)?.metrics.visits, target).toBe(visits);
  }
  const [first] = proposals ?? [];
  const { visits: _, ...goal } = first ?? { visits: 0 };
  expect((await send({ method: 'POST', url: apiPaths.goals(company.id), body: goal })).statusCode).toBe(201);
  expect((await readPath(company.id)).proposals?.map(({ target }) => target)).toEqual([
    '/contact/thanks',
    'Sign-up',
  ]);
});

test('progress of many companies needs as many statements as that of one', async () => {
  const rows: { id: string; setup: { skipped: string[] } }[] = [];
  for (let index = 0; index < 12; index += 1)
    rows.push({ id: (await aCompany(t.db)).company.id, setup: { skipped: index % 2 ? ['orders'] : [] } });
  const count = async (some: typeof rows) => {
    let statements = 0;
    const counted = new Proxy(t.db, {
      get: (db, name, receiver) => {
        if (name === 'query') statements += 1;
        return Reflect.get(db, name, receiver);
      },
    });
    const progress = await readSetupProgress(counted, some);
    return { statements, done: [...progress.values()].map((each) => each?.done) };
  };
  const one = await count(rows.slice(0, 1));
  const all = await count(rows);
  expect(all.statements).toBe(one.statements);
  expect(all.done).toEqual(rows.map(({ setup }) => setup.skipped.length));
});

test('the newest event is named as well when the journal has forgotten it', async () => {
  const { company } = await aCompany(t.db);
  await track(t.app, aPageview(company.id, { url: 'https://shop.test/lamps' }));
  await t.server.segments.builder.runPass([company.id], new Date());
  const journal = await t.db.query('SELECT 1 FROM event_changes WHERE company_id = $1', [company.id]);
  expect(journal.rows).toEqual([]);
  expect((await readPath(company.id)).newestEvent).toMatchObject({ kind: 'page-view', path: '/lamps' });
});
