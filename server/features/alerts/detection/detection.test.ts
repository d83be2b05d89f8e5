import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { alertBacktest } from '../../../../contract/alerts/alerts.ts';
import type { SiteCheck } from '../../../../contract/company/site-check.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { addDays } from '../../../../contract/rules/dates/calendar-days.ts';
import type { JobQueue } from '../../../platform/jobs.ts';
import { createUuidV7 } from '../../../platform/uuid-v7.ts';
import { anAdmin } from '../../../testing/accounts/accounts.ts';
import { aCompany } from '../../../testing/builders.ts';
import { repeatWhileBusy } from '../../../testing/requests/repeat-while-busy.ts';
import { aLoadedEvent } from '../../../testing/stats/stats-fixture.ts';
import { unhurriedLimits } from '../../../testing/stats/unhurried-limits.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { Segments } from '../../segments/segments.ts';
import { recordOrderEvents } from '../../shop-orders/ledger/order-events.queries.ts';
import { StatsReader } from '../../stats/reader.ts';
import { type LoadedEvent, loadEvents } from '../../tracking/import/bulk-load.ts';
import { storeScriptVersions } from '../../tracking/script-versions/script-versions.queries.ts';
import type { AlertFinding } from '../alert-finding.ts';
import { endLastingAlert, insertAlert } from '../notices/alerts.queries.ts';
import { checkCompanies } from './check-companies.ts';
import { checkOrders } from './check-orders.ts';
import { type CheckedCompany, findProfile, listCheckedCompanies } from './detection.queries.ts';
import type { DetectionDeps } from './detection-deps.ts';
import { toFacts } from './finding-facts.ts';
import { endOfDay, toInstant } from './local-day.ts';
import { storedProfile } from './profile.ts';

const timeZone = 'Europe/Berlin';
const lastDay = '2026-11-20';
const firstDay = addDays(lastDay, -69);

let t: TestApp;
let segments: Segments;
let found: AlertFinding[];
let ended: string[];
let checked: string[];
let warnings: unknown[];
let queues: JobQueue[];
let problems: Awaited<ReturnType<DetectionDeps['server']['readFindings']>>;

beforeAll(async () => {
  t = await buildTestApp();
  segments = new Segments({
    ...{
      db: t.db,
      databaseUrl: t.databaseUrl,
      dataDir: `${t.config.dataDir}/alerts`,
      retentionDays: undefined,
    },
    ...{ diskReserveBytes: 1, log: { info: () => {}, warn: () => {} }, limits: unhurriedLimits },
  });
});
afterAll(async () => {
  await segments.close();
  await t.close();
});
beforeEach(async () => {
  [found, ended, checked, warnings, queues, problems] = [[], [], [], [], [], []];
  await t.db.query('DELETE FROM companies');
  await t.db.query('DELETE FROM alerts');
});

const siteCheck: SiteCheck = {
  ...{ checkedAt: '2026-11-21T12:00:00.000Z', cause: 'daily', url: 'https://shop.test/', finalUrl: '' },
  ...{ system: 'other', isSinglePageApp: false },
  findings: [
    { code: 'version-old', level: 'notice', details: {} },
    { code: 'tag-missing', level: 'problem', details: {} },
    { code: 'script-reachable', level: 'passed', details: {} },
  ],
};

function deps(given: Partial<DetectionDeps> = {}): DetectionDeps {
  const reader = new StatsReader(segments);
  return {
    db: t.db,
    alertLog: {
      record: async (finding) => {
        const { companyId: company_id, subject, facts, beganAt: began_at, lasts } = finding;
        const row = { id: createUuidV7(began_at), company_id, subject, facts, began_at, found_at: began_at };
        const { kind, day } = facts;
        if (await insertAlert(t.db, { ...row, kind, day, ended_at: lasts ? null : began_at }))
          found.push(finding);
      },
      end: async (end) => {
        if (await endLastingAlert(t.db, end, end.endedAt)) ended.push(`${end.kind} ${end.subject}`.trim());
      },
    },
    siteChecks: {
      run: async (companyId) => {
        checked.push(companyId);
        return siteCheck;
      },
    },
    openReader: () => reader.inTurn(segments.admission.overviewTurn),
    server: {
      jobs: { listQueues: async () => queues },
      readFindings: async () => problems,
      host: 'agency.test',
    },
    receivingSince: new Date('2026-01-01T00:00:00Z'),
    log: { warn: (given: unknown) => void warnings.push(given) },
    ...given,
  };
}

/** So many visitors on each of ten weeks, between 8:00 and 20:00. */
function listVisits(
  countOf: (day: string) => number,
  given: (index: number, day: string) => Partial<LoadedEvent>,
) {
  const rows: LoadedEvent[] = [];
  for (let day = firstDay; day <= lastDay; day = addDays(day, 1)) {
    const count = countOf(day);
    for (let index = 0; index < count; index += 1) {
      const hour = 8 + Math.floor((12 * index) / count);
      const at = toInstant(day, hour, timeZone).getTime() + (index % 50) * 60_000;
      rows.push(aLoadedEvent(index + 1, new Date(at), given(index, day)));
    }
  }
  return rows;
}

/** Between 56 and 64, without chance. */
const usualCount = (day: string) => 56 + ((Number(day.slice(8)) * 7) % 9);

async function aSite(countOf = usualCount, given: Parameters<typeof listVisits>[1] = () => ({})) {
  const { company } = await aCompany(t.db, { timeZone, currency: 'EUR' });
  await loadEvents({ db: t.db, ownerUrl: t.databaseUrl }, company.id, listVisits(countOf, given), {
    now: new Date(),
  });
  await t.db.query('UPDATE dataset_revisions SET last_event_at = $2 WHERE company_id = $1', [
    company.id,
    toInstant(lastDay, 19, timeZone),
  ]);
  return company.id;
}

const afterMidnight = new Date(endOfDay(lastDay, timeZone).getTime() + 90 * 60_000);

test('a spike from one campaign names it, once', async () => {
  const companyId = await aSite(
    (day) => usualCount(day) + (day === lastDay ? 180 : 0),
    (index, day) => (day === lastDay && index % 4 > 0 ? { utm_campaign: 'spring-sale' } : {}),
  );
  await checkCompanies(deps(), afterMidnight);
  expect(warnings).toEqual([]);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({
    ...{ companyId, subject: '', lasts: false, beganAt: endOfDay(lastDay, timeZone) },
    facts: {
      ...{ kind: 'spike', day: lastDay, firstHour: null, observed: usualCount(lastDay) + 180 },
      cause: { dimension: 'utm-campaign', value: 'spring-sale', before: 0 },
    },
  });
  const { low, high } = found[0]?.facts ?? {};
  expect(low).toBeGreaterThan(40);
  expect(high).toBeLessThan(80);
  await checkCompanies(deps(), afterMidnight);
  expect(found).toHaveLength(1);
});

test('a day is examined when it has been over for an hour, and not with a note', async () => {
  const companyId = await aSite((day) => (day === lastDay ? 20 : usualCount(day)));
  await checkCompanies(deps(), new Date(afterMidnight.getTime() - 60 * 60_000));
  expect(found).toEqual([]);
  await t.db.query(
    `INSERT INTO annotations (company_id, id, at, text, author) VALUES ($1, gen_random_uuid(), $2, 'Holiday', 'test')`,
    [companyId, toInstant(lastDay, 12, timeZone)],
  );
  await checkCompanies(deps(), afterMidnight);
  expect(found).toEqual([]);
  await t.db.query('DELETE FROM annotations');
  await t.db.query('UPDATE alert_profiles SET examined_day = NULL');
  await checkCompanies(deps(), afterMidnight);
  expect(found.map(({ facts }) => [facts.kind, facts.day, facts.observed, facts.cause])).toEqual([
    ['drop', lastDay, 20, null],
  ]);
});

test('a silence names what the check of the site found, and ends with an event', async () => {
  const companyId = await aSite();
  await checkCompanies(deps(), afterMidnight);
  // In the morning, 5 visits an hour usually arrive.
  const at = (hour: number) => toInstant('2026-11-21', hour, timeZone);
  await checkCompanies(deps(), at(9));
  expect(found).toEqual([]);
  await checkCompanies(deps(), at(13));
  expect(warnings).toEqual([]);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({
    ...{ companyId, lasts: true, beganAt: toInstant(lastDay, 19, timeZone) },
    facts: { kind: 'silence', since: toInstant(lastDay, 19, timeZone).toISOString() },
  });
  const { expected, findings } = found[0]?.facts ?? {};
  expect(expected).toBeGreaterThan(15);
  expect(expected).toBeLessThan(35);
  expect(findings?.map(({ code }) => code)).toEqual(['tag-missing', 'version-old']);
  await checkCompanies(deps(), at(14));
  expect([found.length, checked.length]).toEqual([1, 1]);
  await t.db.query('UPDATE dataset_revisions SET last_event_at = $1', [at(15)]);
  await checkCompanies(deps(), at(16));
  expect(ended).toEqual(['silence']);
});

test('a silence begins and lasts although a shop reports orders, and ends with an event of a page', async () => {
  const companyId = await aSite();
  await checkCompanies(deps(), afterMidnight);
  const at = (hour: number) => toInstant('2026-11-21', hour, timeZone);
  const page = (last_at: Date) => storeScriptVersions(t.db, companyId, [{ version: '', last_at }]);
  await page(toInstant(lastDay, 19, timeZone));
  await recordOrderEvents(t.db, companyId, [], at(12));
  await checkCompanies(deps(), at(13));
  expect(found.map(({ facts: { kind, since } }) => [kind, since])).toEqual([
    ['silence', toInstant(lastDay, 19, timeZone).toISOString()],
  ]);
  await recordOrderEvents(t.db, companyId, [], at(14));
  await checkCompanies(deps(), at(15));
  expect(ended).toEqual([]);
  await page(at(16));
  await checkCompanies(deps(), at(17));
  expect(ended).toEqual(['silence']);
});

test('a company whose shop alone reports orders has no silence', async () => {
  const { company } = await aCompany(t.db, { timeZone, currency: 'EUR' });
  await recordOrderEvents(t.db, company.id, [], toInstant(firstDay, 12, timeZone));
  await t.db.query(
    `INSERT INTO shop_connections (company_id, id, provider, created_at)
     VALUES ($1, gen_random_uuid(), 'woocommerce', now())`,
    [company.id],
  );
  const later = new Date(toInstant(firstDay, 12, timeZone).getTime() + 72 * 3_600_000);
  await checkCompanies(deps(), later);
  expect(found).toEqual([]);
  await t.db.query('DELETE FROM shop_connections');
  await checkCompanies(deps(), later);
  expect(found.map(({ facts }) => facts.kind)).toEqual(['silence']);
});

test('after a silence, missing orders are counted from its end', async () => {
  const companyId = await aSite(
    (day) => (day === lastDay ? 0 : usualCount(day)),
    (index, day) => (index % 2 === 0 ? { kind: 'order', order_id: `${day} ${index}`, amount: '20.00' } : {}),
  );
  const facts = toFacts({ time_zone: timeZone, currency: 'EUR' }, { kind: 'silence' });
  const beganAt = toInstant(addDays(lastDay, -1), 19, timeZone);
  const endedAt = toInstant(lastDay, 22, timeZone);
  await deps().alertLog.record({ companyId, subject: '', facts, beganAt, lasts: true });
  await deps().alertLog.end({ companyId, kind: 'silence', subject: '', endedAt });
  await t.db.query('UPDATE dataset_revisions SET last_event_at = $1', [endedAt]);
  found = [];
  await checkCompanies(deps(), afterMidnight);
  expect(warnings).toEqual([]);
  expect(found.map(({ facts: { kind } }) => kind)).toEqual([]);
});

test('a check that fails stops no alert, and the time without a server is no silence', async () => {
  await aSite();
  await checkCompanies(deps(), afterMidnight);
  const at = (hour: number) => toInstant('2026-11-21', hour, timeZone);
  await checkCompanies(deps({ receivingSince: at(12) }), at(13));
  expect(found).toEqual([]);
  const run = () => Promise.reject(new Error('the network is down'));
  await checkCompanies(deps({ siteChecks: { run } }), at(13));
  expect(found.map(({ facts }) => [facts.kind, facts.findings])).toEqual([['silence', null]]);
});

test('a company whose statistics fail comes last in the next run', async () => {
  const ids = [await aSite(() => 1), await aSite(() => 1)].toSorted();
  const failing = new Set<string>();
  const { openReader } = deps();
  let isFirst = true;
  const failOnce = () => {
    if (!isFirst) return openReader();
    isFirst = false;
    throw new Error('unreadable');
  };
  await checkCompanies(deps({ openReader: failOnce }), afterMidnight, failing);
  expect(warnings).toMatchObject([{ companyId: ids[0] }]);
  expect([...failing]).toEqual([ids[0]]);
  warnings = [];
  const failAlways = () => {
    throw new Error('unreadable');
  };
  const nextNight = new Date(afterMidnight.getTime() + 24 * 3_600_000);
  await checkCompanies(deps({ openReader: failAlways }), nextNight, failing);
  expect(warnings).toMatchObject([{ companyId: ids[1] }, { companyId: ids[0] }]);
  await checkCompanies(deps(), nextNight, failing);
  expect([...failing]).toEqual([]);
});

test('a silence that cannot be ended does not stop the others', async () => {
  const ids = [await aSite(() => 1), await aSite(() => 1)].toSorted();
  const given = deps();
  const began = { subject: '', lasts: true, beganAt: toInstant(firstDay, 0, timeZone) };
  const facts = toFacts({ time_zone: timeZone, currency: 'EUR' }, { kind: 'silence' });
  for (const companyId of ids) await given.alertLog.record({ ...began, companyId, facts });
  const tried: unknown[] = [];
  const end: DetectionDeps['alertLog']['end'] = async (each) => {
    if (tried.push(each.companyId) === 1) throw new Error('not stored');
    await given.alertLog.end(each);
  };
  await checkCompanies({ ...given, alertLog: { ...given.alertLog, end } }, afterMidnight);
  expect(new Set(tried)).toEqual(new Set(ids));
  expect(ended).toEqual(['silence']);
  expect(warnings).toMatchObject([{ companyId: tried[0] }]);
});

test('companies with demo data, without events or without the kind are not silent', async () => {
  const companyId = await aSite();
  await aCompany(t.db);
  const settings = { kinds: ['goal-reached'] };
  await t.db.query('INSERT INTO alert_settings (company_id, settings) VALUES ($1, $2)', [
    companyId,
    settings,
  ]);
  const later = toInstant('2026-11-24', 12, timeZone);
  await checkCompanies(deps(), later);
  await t.db.query('DELETE FROM alert_settings');
  await t.db.query('UPDATE companies SET demo_dataset_id = $1', [randomUUID()]);
  await checkCompanies(deps(), later);
  expect(found).toEqual([]);
  await t.db.query('UPDATE companies SET demo_dataset_id = NULL');
  await checkCompanies(deps(), later);
  expect(found.map(({ facts }) => facts.kind)).toContain('silence');
});

test('two hours of a busy day are found as soon as they are over, and the day is not reported as well', async () => {
  const companyId = await aSite((day) => 3 * usualCount(day));
  await checkCompanies(deps(), afterMidnight);
  const today = '2026-11-21';
  const rows = Array.from({ length: 400 }, (_, index) => {
    const at = toInstant(today, 9, timeZone).getTime() + (index % 110) * 60_000;
    return aLoadedEvent(index + 1, new Date(at), {
      source: 'Hacker News',
      referrer_host: 'news.ycombinator.com',
    });
  });
  await loadEvents({ db: t.db, ownerUrl: t.databaseUrl }, companyId, rows, { now: new Date() });
  await t.db.query('UPDATE dataset_revisions SET last_event_at = $1', [toInstant(today, 11, timeZone)]);
  await checkCompanies(deps(), new Date(toInstant(today, 11, timeZone).getTime() + 10 * 60_000));
  expect(warnings).toEqual([]);
  expect(found.map(({ facts }) => [facts.kind, facts.day, facts.firstHour, facts.cause?.value])).toEqual([
    ['spike', today, 8, 'Hacker News'],
  ]);
  const night = endOfDay(today, timeZone);
  await t.db.query('UPDATE dataset_revisions SET last_event_at = $1', [night]);
  await checkCompanies(deps(), new Date(night.getTime() + 90 * 60_000));
  expect(found.map(({ facts }) => [facts.kind, facts.day])).toEqual([['spike', today]]);
});

test('missing orders, a goal of the month and refunds are found on the next morning', async () => {
  const companyId = await aSite(usualCount, (index, day) =>
    index % 6 === 0 && day < '2026-11-18'
      ? { kind: 'order', order_id: `${day} ${index}`, amount: '20.00' }
      : { path: index % 2 === 0 ? '/thanks' : '/' },
  );
  await t.db.query(
    `INSERT INTO goals (company_id, id, name, kind, target, monthly_target)
     VALUES ($1, gen_random_uuid(), 'Thanks', 'page', '/thanks', 100), ($1, gen_random_uuid(), 'Much', 'page', '/thanks', 5000)`,
    [companyId],
  );
  await addRefunds(companyId);
  await checkCompanies(deps(), afterMidnight);
  expect(warnings).toEqual([]);
  const facts = found.map(({ facts: each }) => each);
  expect(facts.map(({ kind, name, day }) => [kind, name, day]).toSorted()).toEqual([
    ['goal-reached', 'Thanks', '2026-11-01'],
    ['no-orders', '', null],
    ['refunds', '', lastDay],
  ]);
  expect(facts.find(({ kind }) => kind === 'no-orders')?.since).toMatch(/^2026-11-17T18:/);
  expect(facts.find(({ kind }) => kind === 'refunds')).toMatchObject({ observed: 9, low: 0 });
});

test('orders are missing since the last one, also if its visit began hours before it', async () => {
  const companyId = await aSite(usualCount, (index, day) =>
    index % 6 === 0 && day < '2026-11-18'
      ? { kind: 'order', order_id: `${day} ${index}`, amount: '20.00' }
      : {},
  );
  const at = toInstant('2026-11-17', 23, timeZone);
  await t.db.query(
    `UPDATE shop_orders SET occurred_at = $2
     WHERE company_id = $1 AND occurred_at = (SELECT max(occurred_at) FROM shop_orders WHERE company_id = $1)`,
    [companyId, at],
  );
  await checkCompanies(deps(), afterMidnight);
  expect(found.map(({ facts: { kind, since } }) => [kind, since])).toEqual([['no-orders', at.toISOString()]]);
});

test('an alert about missing orders ends with an order, also when the kind is switched off, and not without one', async () => {
  const companyId = await aSite(usualCount, (index, day) =>
    index % 6 === 0 && day < '2026-11-18'
      ? { kind: 'order', order_id: `${day} ${index}`, amount: '20.00' }
      : {},
  );
  await checkCompanies(deps(), afterMidnight);
  expect(found.map(({ facts: { kind } }) => kind)).toEqual(['no-orders']);
  const [company] = await listCheckedCompanies(t.db);
  const profile = storedProfile.parse(await findProfile(t.db, companyId));
  if (!company) throw new Error('the company is missing');
  // As after weeks without orders: so few are usual that the gap could be a coincidence.
  const rare = { ...profile.orders, hours: profile.orders.hours.map(() => 0.001), perDay: 0.024 };
  const until = endOfDay(lastDay, timeZone);
  const check = (kinds: CheckedCompany['kinds'], orders = profile.orders) =>
    checkOrders(deps(), { ...company, kinds }, { profile: { ...profile, orders }, until });
  await check(null, rare);
  await check(['silence'], rare);
  expect(ended).toEqual([]);
  const at = toInstant(lastDay, 18, timeZone);
  await t.db.query(
    `INSERT INTO shop_orders (company_id, order_id, event_id, amount, occurred_at)
     VALUES ($1, 'new', gen_random_uuid(), 20, $2)`,
    [companyId, at],
  );
  await check(['silence']);
  expect(ended).toEqual(['no-orders']);
  const stored = await t.db.query<{ ended_at: Date }>('SELECT ended_at FROM alerts');
  expect(stored.rows).toEqual([{ ended_at: at }]);
});

test('failing jobs, certificates and backups are reported until they work', async () => {
  const failing: JobQueue = {
    ...{ name: 'mail', cron: undefined, waiting: 0, running: 0, failed: 2, lastDoneAt: null },
    lastFailure: { at: afterMidnight, output: { message: 'No route' }, retries: 5, isRetrying: false },
  };
  queues = [failing];
  problems = [
    { part: 'tls', state: 'problem', sentence: 'The certificate has expired.', advice: null },
    { part: 'disk', state: 'problem', sentence: 'The disk is full.', advice: null },
  ];
  const hourly = new Date('2026-11-21T06:02:00Z');
  await checkCompanies(deps(), hourly);
  await checkCompanies(deps(), new Date('2026-11-21T06:07:00Z'));
  expect(found.map(({ companyId, facts }) => [companyId, facts.kind, facts.name, facts.reason])).toEqual([
    [null, 'job', 'Mails', 'No route'],
    [null, 'certificate', 'agency.test', 'The certificate has expired.'],
  ]);
  expect(ended).toEqual([]);
  const tls = { part: 'tls' as const, state: 'ok' as const, sentence: '', advice: null };
  [queues, problems] = [[], [{ ...tls, isUnchecked: true }]];
  await checkCompanies(deps(), new Date('2026-11-21T07:02:00Z'));
  // The certificate was not checked, so it may still have expired.
  expect(ended).toEqual(['job mail']);
  problems = [tls];
  await checkCompanies(deps(), new Date('2026-11-21T08:02:00Z'));
  expect(ended).toEqual(['job mail', 'certificate']);
});

test('rejected events and refunds are found on a silent day, whose visitors and revenue are not news', async () => {
  const companyId = await aSite(
    (day) => (day === lastDay ? 0 : usualCount(day)),
    (index, day) => (index % 2 === 0 ? { kind: 'order', order_id: `${day} ${index}`, amount: '20.00' } : {}),
  );
  const beganAt = toInstant(addDays(lastDay, -1), 19, timeZone);
  await t.db.query('UPDATE dataset_revisions SET last_event_at = $2 WHERE company_id = $1', [
    companyId,
    beganAt,
  ]);
  const facts = toFacts({ time_zone: timeZone, currency: 'EUR' }, { kind: 'silence' });
  await deps().alertLog.record({ companyId, subject: '', facts, beganAt, lasts: true });
  await t.db.query(
    `INSERT INTO rejection_counts (company_id, day, reason, count) VALUES ($1, $2, 'origin-mismatch', 80)`,
    [companyId, lastDay],
  );
  await addRefunds(companyId);
  await checkCompanies(deps(), afterMidnight);
  expect(warnings).toEqual([]);
  expect(found.slice(1).map(({ facts: { kind, day } }) => [kind, day])).toEqual([
    ['refunds', lastDay],
    ['rejected-events', lastDay],
  ]);
});

/** Nine refunded orders on the last day. */
async function addRefunds(companyId: string): Promise<void> {
  await t.db.query(
    `INSERT INTO shop_order_refunds (company_id, order_id, refund_id, kind, amount, occurred_at, verified_by, received_at)
     SELECT $1, n::text, n::text, 'refund', 5, $2, 'api', $2 FROM generate_series(1, 9) n`,
    [companyId, toInstant(lastDay, 12, timeZone)],
  );
}

async function readExaminedDay(): Promise<string | null | undefined> {
  const read = await t.db.query<{ day: string | null }>(
    'SELECT examined_day::text AS day FROM alert_profiles',
  );
  return read.rows[0]?.day;
}

test('days that were missed are examined one after the other, the oldest first, and of a new company only yesterday', async () => {
  const dropped = addDays(lastDay, -2);
  await aSite((day) => (day === dropped ? 15 : usualCount(day)));
  const examined: unknown[] = [];
  const run = async (now: Date) => {
    await checkCompanies(deps(), now);
    examined.push(await readExaminedDay());
  };
  const daysMs = (days: number) => days * 24 * 3_600_000;
  await run(new Date(afterMidnight.getTime() - daysMs(4)));
  for (let index = 0; index < 4; index += 1) await run(afterMidnight);
  expect(warnings).toEqual([]);
  expect(examined).toEqual([-4, -3, -2, -1, 0].map((days) => addDays(lastDay, days)));
  expect(found.map(({ facts: { kind, day }, beganAt }) => [kind, day, beganAt])).toEqual([
    ['drop', dropped, endOfDay(dropped, timeZone)],
  ]);
  await t.db.query(`UPDATE alert_profiles SET examined_day = '2026-09-01'`);
  await run(afterMidnight);
  // Older ones than those of the last seven days are no news.
  expect(examined.at(-1)).toBe(addDays(lastDay, -6));
});

test('a goal that was missed is found although the first of the month was', async () => {
  const companyId = await aSite(usualCount, (index) => ({ path: index % 2 === 0 ? '/thanks' : '/' }));
  await t.db.query(
    `INSERT INTO goals (company_id, id, name, kind, target, monthly_target)
     VALUES ($1, gen_random_uuid(), 'Much', 'page', '/thanks', 5000)`,
    [companyId],
  );
  const at = (day: string) => new Date(toInstant(day, 1, timeZone).getTime() + 30 * 60_000);
  await checkCompanies(deps(), at('2026-10-31'));
  expect(found).toEqual([]);
  for (let run = 0; run < 3; run += 1) await checkCompanies(deps(), at('2026-11-03'));
  expect(warnings).toEqual([]);
  expect(found.map(({ facts: { kind, name, day } }) => [kind, name, day])).toEqual([
    ['goal-missed', 'Much', '2026-10-01'],
  ]);
});

test('the back-test lists what would have been found, and why', async () => {
  const admin = await anAdmin(t);
  // The route looks at the last 90 days of the clock, so the days of this site are relative to it.
  const today = new Date().toISOString().slice(0, 10);
  const dropped = addDays(today, -9);
  const spiked = addDays(today, -18);
  const countOf = (day: string) => {
    if (day === dropped) return 15;
    return usualCount(day) + (day === spiked ? 120 : 0);
  };
  const { company } = await aCompany(t.db, { timeZone: 'UTC', currency: 'EUR' });
  const rows = Array.from({ length: 85 }, (_, back) => addDays(today, -1 - back)).flatMap((day) =>
    Array.from({ length: countOf(day) }, (_, index) =>
      aLoadedEvent(
        index + 1,
        new Date(Date.parse(`${day}T08:00:00Z`) + (index * 660 * 60_000) / countOf(day)),
        day === spiked && index % 4 > 0 ? { utm_campaign: 'spring-sale' } : {},
      ),
    ),
  );
  await loadEvents({ db: t.db, ownerUrl: t.databaseUrl }, company.id, rows, { now: new Date() });
  const answer = await repeatWhileBusy(() =>
    t.app.inject({ url: apiPaths.alertBacktest(company.id), headers: { cookie: admin.cookie } }),
  );
  expect(answer.statusCode, answer.body).toBe(200);
  const { firings, firstDay: from, lastDay: to } = alertBacktest.strict().parse(answer.json());
  expect([from, to]).toEqual([addDays(today, -90), addDays(today, -1)]);
  const listOf = (kind: string) =>
    firings
      .filter(({ facts }) => facts.kind === kind)
      .map(({ day, facts: { cause } }) => [day, cause && [cause.dimension, cause.value]]);
  expect(listOf('drop')).toEqual([[dropped, null]]);
  expect(listOf('spike')).toEqual([[spiked, ['utm-campaign', 'spring-sale']]]);
});
