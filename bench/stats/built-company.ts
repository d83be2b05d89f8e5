import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { loadHistory, vacuumTables } from '../history.ts';
import { fetchAnswer } from '../load/fetch-answer.ts';
import { createViewerCookies } from '../load/viewer-cookies.ts';
import type { Measurement } from '../measurements.ts';
import type { Northlight } from '../northlight.ts';
import { readMemory, resetPeakMemory } from '../processes.ts';
import type { SuiteContext } from '../suite.ts';
import { listPageUrls } from './questions.ts';

const suite = 'stats';
const buildMaxMs = 30 * 60_000;
/** After so many failed builds in a row another attempt will not help. */
const failedBuildsMax = 3;

export interface HistorySize {
  /** `5 M views` */
  name: string;
  pageViews: number;
  /** Whole days before `until`. */
  days: number;
  until: Date;
  /** For the time of its build. */
  buildSecondsMax?: number | undefined;
}

export interface LoadedCompany extends HistorySize {
  events: number;
  companyId: string;
  cookie: string;
}

export async function loadCompany(
  { log }: SuiteContext,
  northlight: Northlight,
  size: HistorySize,
): Promise<LoadedCompany> {
  log(`stats: loading ${size.name}`);
  const companyId = await northlight.createCompany(size.name);
  const started = performance.now();
  const { pageViews, days, until } = size;
  const events = await loadHistory(northlight, { companyId, pageViews, days, until });
  log(`stats: ${events} events loaded in ${Math.round((performance.now() - started) / 1000)} s`);
  await vacuumTables(northlight);
  const nextCookie = await createViewerCookies(northlight, companyId);
  return { ...size, events, companyId, cookie: nextCookie() };
}

/** From a dataset without files to the first answer from its files. */
export async function measureBuild(
  { log }: SuiteContext,
  northlight: Northlight,
  { companyId, cookie, events, name, buildSecondsMax }: LoadedCompany,
): Promise<Measurement[]> {
  log(`stats: building segments of ${name}`);
  const { client } = northlight;
  await client.query('DELETE FROM segments WHERE company_id = $1', [companyId]);
  await client.query('DELETE FROM segment_states WHERE company_id = $1', [companyId]);
  resetPeakMemory(northlight.pid);
  const started = performance.now();
  await awaitAnswer(northlight, { companyId, cookie, name });
  await awaitSegments(northlight, { companyId, name });
  const seconds = (performance.now() - started) / 1000;
  const peak = readMemory(northlight.pid)?.peakMb;
  const found = await client.query<{ bytes: string | null }>(
    'SELECT sum(bytes)::text AS bytes FROM segments WHERE company_id = $1',
    [companyId],
  );
  return [
    {
      suite,
      name: `${name}, ${(events / 1e6).toFixed(1)} M events: segments from nothing`,
      value: seconds,
      unit: 's',
      decimals: 1,
      ...(buildSecondsMax === undefined ? {} : { budget: { atMost: buildSecondsMax } }),
    },
    {
      suite,
      name: `${name}, segments`,
      value: Number(found.rows[0]?.bytes ?? Number.NaN) / events,
      unit: 'bytes an event',
      decimals: 1,
      budget: { atMost: 12 },
    },
    ...(peak === undefined
      ? []
      : [{ suite, name: `${name}, peak memory of Node while building`, value: peak, unit: 'MB' }]),
  ];
}

/** Until the first build is complete, an answer names what it does not count yet. */
const countedAnswer = z.object({ pending: z.unknown() });

interface Awaited {
  companyId: string;
  name: string;
}

/** Resolves with the answer to the first question of a portal; throws if nothing arrives for half an hour. */
export async function awaitAnswer(
  northlight: Northlight,
  { companyId, name, cookie }: Awaited & { cookie: string },
): Promise<string> {
  const deadline = performance.now() + buildMaxMs;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  // Whole seconds: this one is not over.
  const [path = ''] = listPageUrls(companyId, new Date(Date.now() + 1_000), []);
  try {
    for (;;) {
      const { status, text } = await fetchAnswer(agent, `http://127.0.0.1:${northlight.port}${path}`, cookie);
      const isWhole = status === 200 && countedAnswer.parse(JSON.parse(text)).pending === null;
      if (isWhole) return text;
      if ((status !== 503 && status !== 200) || performance.now() > deadline)
        throw new Error(`There are no statistics of ${name}: ${status} ${text.slice(0, 300)}`);
      await requireBuildable(northlight, { companyId, name });
      await delay(200);
    }
  } finally {
    agent.destroy();
  }
}

/** Resolves when the first build of a company is complete: until then its questions may be answered without files. */
export async function awaitSegments(northlight: Northlight, { companyId, name }: Awaited): Promise<void> {
  const deadline = performance.now() + buildMaxMs;
  for (;;) {
    const found = await northlight.client.query('SELECT 1 FROM segment_states WHERE company_id = $1', [
      companyId,
    ]);
    if (found.rows.length > 0) return;
    await requireBuildable(northlight, { companyId, name });
    if (performance.now() > deadline) throw new Error(`The segments of ${name} were not built.`);
    await delay(100);
  }
}

async function requireBuildable({ client }: Northlight, { companyId, name }: Awaited): Promise<void> {
  const found = await client.query<{ error: string }>(
    `SELECT error FROM segment_failures WHERE company_id = $1 AND work = 'build' AND failures >= $2`,
    [companyId, failedBuildsMax],
  );
  const [failed] = found.rows;
  if (failed) throw new Error(`The segments of ${name} could not be built: ${failed.error}`);
}
