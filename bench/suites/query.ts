import { Agent } from 'node:http';
import { type Range, ranges } from '../../contract/constants.ts';
import { analytics } from '../../contract/live.ts';
import { apiPaths } from '../../contract/paths.ts';
import { loadHistory, vacuumTables } from '../history.ts';
import { fetchText } from '../load/fetch-answer.ts';
import { createViewerCookies } from '../load/viewer-cookies.ts';
import type { Measurement } from '../measurements.ts';
import { type Northlight, startNorthlight } from '../northlight.ts';
import { toQuantiles } from '../quantiles.ts';
import type { SuiteContext } from '../suite.ts';

const historyDays = 30;

interface CompanyOfSize {
  events: number;
  companyId: string;
  cookie: string;
}

/** The latency of a portal's data over HTTP, for companies with a month of events. */
export async function query(context: SuiteContext): Promise<Measurement[]> {
  const northlight = await startNorthlight(context);
  const companies: CompanyOfSize[] = [];
  for (const events of context.pick({
    smallest: [2_000, 4_000],
    usual: [100_000, 1_000_000],
    full: [100_000, 1_000_000, 5_000_000],
  })) {
    context.log(`query: loading ${events} events`);
    const companyId = await northlight.createCompany(`${events} events`);
    await loadHistory(northlight, {
      companyId,
      pageViews: events,
      days: historyDays,
      until: new Date(),
    });
    const nextCookie = await createViewerCookies(northlight, companyId);
    companies.push({ events, companyId, cookie: nextCookie() });
  }
  await vacuumTables(northlight);

  const measurements: Measurement[] = [];
  for (const range of ranges) {
    context.log(`query: ${range}`);
    measurements.push(...toFigures(range, await measureRange(context, northlight, companies, range)));
  }
  await northlight.stop();
  return measurements;
}

/** The latency of each request by company. The companies take turns, so that noise affects them alike. */
async function measureRange(
  { pick }: SuiteContext,
  northlight: Northlight,
  companies: CompanyOfSize[],
  range: Range,
): Promise<{ events: number; millis: number[] }[]> {
  const requestsPerRange = pick({ smallest: 3, usual: 150 });
  const pointsMin = pick({ smallest: 2, usual: 100 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const results = companies.map((company) => ({ ...company, millis: [] as number[] }));
  const urlOf = (companyId: string) =>
    `http://127.0.0.1:${northlight.port}${apiPaths.analytics(companyId)}?range=${range}`;
  try {
    for (const { companyId, cookie } of results) {
      // Warms up, and checks that there is data.
      const body = await fetchText(agent, urlOf(companyId), cookie);
      const { series } = analytics.parse(JSON.parse(body));
      if (series.page_views.length < pointsMin)
        throw new Error(`query: only ${series.page_views.length} points over ${range}`);
    }
    for (let request = 0; request < requestsPerRange; request += 1) {
      for (const { companyId, cookie, millis } of results) {
        const started = performance.now();
        await fetchText(agent, urlOf(companyId), cookie);
        millis.push(performance.now() - started);
      }
    }
  } finally {
    agent.destroy();
  }
  return results;
}

function toFigures(range: Range, results: { events: number; millis: number[] }[]): Measurement[] {
  const [smallest] = results;
  const smallestP95 = toQuantiles(smallest?.millis ?? [])(0.95);
  return results.flatMap(({ events, millis }): Measurement[] => {
    const at = toQuantiles(millis);
    const size = `${range}, ${events / 1_000_000} M events`;
    const common = { suite: 'query', unit: 'ms', decimals: 1 };
    return [
      { ...common, name: `${size}, p50`, value: at(0.5) },
      {
        ...common,
        name: `${size}, p95`,
        value: at(0.95),
        budget: { atMost: 15 },
        ...(events === smallest?.events
          ? {}
          : { reference: { name: `${smallest?.events} events`, value: smallestP95 } }),
      },
      ...(events === smallest?.events
        ? []
        : [
            {
              suite: 'query',
              unit: '×',
              decimals: 2,
              name: `${size}, growth`,
              value: at(0.95) / smallestP95,
              budget: { atMost: 1.3 },
            },
          ]),
    ];
  });
}
