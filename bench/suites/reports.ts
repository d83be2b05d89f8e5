import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { apiPaths } from '../../contract/paths.ts';
import { reportLimits, reportsReleased } from '../../contract/reports/reports.ts';
import { loadHistory, vacuumTables } from '../history.ts';
import { fetchPatiently } from '../load/fetch-answer.ts';
import { type MailSink, startMailSink } from '../load/mail-sink.ts';
import { createOwnerCookie } from '../load/owner-cookie.ts';
import { createViewerCookies } from '../load/viewer-cookies.ts';
import type { Measurement } from '../measurements.ts';
import { type Northlight, startNorthlight } from '../northlight.ts';
import { readMemory } from '../processes.ts';
import { toQuantiles } from '../quantiles.ts';
import type { SuiteContext } from '../suite.ts';
import { awaitSegments } from './overview.ts';

const suite = 'reports';
const days = 30;
const budgetMinutes = 10;
/** No more is waited for: the budget was missed by far. */
const sendingMaxMs = 3 * budgetMinutes * 60_000;
/** The companies whose sites send events and whose portals are open. */
const busyCompanies = 20;
const eventsPerSecond = 50;
/** A person who looks at a portal requests it again this often. */
const askedEveryMs = 250;

/** The monthly reports of an agency with many clients, all on one morning, while sites send events and portals are open. */
export async function reports(context: SuiteContext): Promise<Measurement[]> {
  const { pick, log } = context;
  const count = pick({ smallest: 4, usual: 500 });
  const sink = await startMailSink();
  const northlight = await startNorthlight(context, 1, {
    SMTP_URL: sink.url,
    MAIL_FROM: 'reports@bench.test',
  });
  const ids = await northlight.createCompanies(count);
  const month = toLastMonth(new Date());
  log(`reports: loading ${count} companies`);
  for (const companyId of ids) {
    const pageViews = pick({ smallest: 300, usual: 900 });
    await loadHistory(northlight, { companyId, pageViews, days, until: month.end });
  }
  await vacuumTables(northlight);
  await holdReports(northlight, ids, month);
  log('reports: waiting for the segments');
  await awaitSegments(northlight, count);
  const busy = ids.slice(0, busyCompanies);
  log('reports: without reports');
  const reference = await measureOthers(context, northlight, busy, delay(context.seconds * 1_000));
  log('reports: sending');
  const started = performance.now();
  await releaseReports(northlight, ids, month);
  const loaded = await measureOthers(context, northlight, busy, awaitMails(sink, count, log));
  const lastAt = Math.max(...sink.receivedAt);
  const peak = readMemory(northlight.pid)?.peakMb;
  await northlight.stop();
  await sink.close();
  const beside = (name: string, of: 'ingest' | 'portal', atMost?: number): Measurement => ({
    ...{ suite, name, value: loaded[of], unit: 'ms', decimals: 1 },
    reference: { name: 'without reports', value: reference[of] },
    ...(atMost === undefined ? {} : { budget: { atMost } }),
  });
  return [
    {
      ...{ suite, name: `${count} monthly reports with PDF, until the last mail`, unit: 'min', decimals: 2 },
      ...{ value: (lastAt - started) / 60_000, budget: { atMost: budgetMinutes } },
    },
    { suite, name: 'size of a mail', value: sink.bytes() / sink.receivedAt.length / 1_000, unit: 'kB' },
    beside(`ingest at ${eventsPerSecond}/s in the meantime, p95`, 'ingest'),
    beside('summary and lists of a portal in the meantime, p95', 'portal', 250),
    ...(peak === undefined ? [] : [{ suite, name: 'peak memory of Node', value: peak, unit: 'MB' }]),
  ];
}

interface Month {
  firstDay: string;
  lastDay: string;
  end: Date;
}

/** The last complete month. The companies are in UTC. */
function toLastMonth(now: Date): Month {
  const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
  const toDay = (date: Date) => date.toISOString().slice(0, 10);
  return { firstDay: toDay(first), lastDay: toDay(new Date(end.getTime() - 86_400_000)), end };
}

/** One recipient for each company, and a report that waits for its release, on whatever day of a month this runs. */
async function holdReports({ client }: Northlight, ids: readonly string[], month: Month): Promise<void> {
  await client.query(
    `INSERT INTO report_settings (company_id, is_weekly, is_monthly, is_held) SELECT unnest($1::uuid[]), false, true, true`,
    [ids],
  );
  await client.query(
    `INSERT INTO report_recipients
       (id, company_id, name, email, locale, sees_money, is_weekly, is_monthly, created_at, created_by)
     SELECT r.id, r.company_id, 'Reader', 'reader-' || r.number || '@bench.test', 'de-DE', true, false, true, now(), 'Bench'
     FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS r (id, company_id, number)`,
    [ids.map(() => randomUUID()), ids],
  );
  await client.query(
    `INSERT INTO reports (id, company_id, kind, first_day, last_day, state, created_at)
     SELECT r.id, r.company_id, 'monthly', $3, $4, 'held', now() FROM unnest($1::uuid[], $2::uuid[]) AS r (id, company_id)
     ON CONFLICT (company_id, kind, first_day) DO UPDATE SET state = 'held'`,
    [ids.map(() => randomUUID()), ids, month.firstDay, month.lastDay],
  );
}

/** As a member of the agency does. */
async function releaseReports(northlight: Northlight, ids: readonly string[], month: Month): Promise<void> {
  const origin = `http://127.0.0.1:${northlight.port}`;
  const cookie = await createOwnerCookie(northlight);
  for (let from = 0; from < ids.length; from += reportLimits.released) {
    const some = ids.slice(from, from + reportLimits.released);
    const answer = await fetch(`${origin}${apiPaths.releaseReports}`, {
      method: 'POST',
      headers: { cookie, origin, 'content-type': 'application/json' },
      body: JSON.stringify({
        reports: some.map((companyId) => ({ companyId, period: `monthly-${month.firstDay}` })),
      }),
    });
    if (answer.status !== 200)
      throw new Error(`the release was answered ${answer.status}: ${await answer.text()}`);
    const { released } = reportsReleased.parse(await answer.json());
    if (released !== some.length) throw new Error(`${released} of ${some.length} reports were released`);
  }
}

async function awaitMails(sink: MailSink, count: number, log: (line: string) => void): Promise<void> {
  const deadline = performance.now() + sendingMaxMs;
  let logged = 0;
  while (sink.receivedAt.length < count) {
    if (performance.now() > deadline)
      throw new Error(`only ${sink.receivedAt.length} of ${count} mails were sent`);
    if (sink.receivedAt.length >= logged + 100) {
      logged = sink.receivedAt.length;
      log(`reports: ${logged} mails`);
    }
    await delay(100);
  }
}

/** The p95 of events and of portals until something has ended. */
async function measureOthers(
  { load, pick }: SuiteContext,
  northlight: Northlight,
  companyIds: string[],
  ended: Promise<void>,
): Promise<{ ingest: number; portal: number }> {
  let isEnded = false;
  const ending = ended.finally(() => {
    isEnded = true;
  });
  const job = {
    ...{ port: northlight.port, path: apiPaths.trackAnalytics, connections: 5 },
    ...{ workload: { companyIds, eventsPerRequest: 1 }, ratePerSecond: eventsPerSecond },
    durationMs: pick({ smallest: 500, usual: 5_000 }),
  };
  const ingest: number[] = [];
  const sendEvents = async () => {
    do {
      const { p95Ms, statuses, requests } = await load.run(job);
      if ((statuses['200'] ?? 0) !== requests)
        throw new Error(`not every event was accepted: ${JSON.stringify(statuses)}`);
      // On a busy machine a short stretch can end before its first request is due.
      if (requests > 0) ingest.push(p95Ms);
    } while (!isEnded || ingest.length === 0);
  };
  const portal: number[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: 2 });
  const openPortals = async () => {
    const cookies: { id: string; create: () => string }[] = [];
    for (const id of companyIds) cookies.push({ id, create: await createViewerCookies(northlight, id) });
    for (let at = 0; !isEnded; at += 1) {
      const { id, create } = cookies[at % cookies.length] ?? {};
      if (id === undefined || create === undefined) return;
      const cookie = create();
      const view = 'period=30d&compare=previous';
      const lists = `${apiPaths.statsLists(id)}?${view}&dimension=source&dimension=page`;
      const startedAt = performance.now();
      await Promise.all(
        [`${apiPaths.statsSummary(id)}?${view}`, lists].map((path) =>
          fetchPatiently(agent, `http://127.0.0.1:${northlight.port}${path}`, cookie),
        ),
      );
      portal.push(performance.now() - startedAt);
      await delay(askedEveryMs);
    }
  };
  try {
    await Promise.all([ending, sendEvents(), openPortals()]);
  } finally {
    agent.destroy();
  }
  // The median of all stretches: a longer run has more of them, not a higher value.
  return { ingest: toQuantiles(ingest)(0.5), portal: toQuantiles(portal)(0.95) };
}
