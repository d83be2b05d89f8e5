import { startBrowser } from '../browser/browser.ts';
import { loadHistory, vacuumTables } from '../history.ts';
import { createViewerCookies } from '../load/viewer-cookies.ts';
import type { Measurement } from '../measurements.ts';
import { findFreePort, startNorthlight } from '../northlight.ts';
import { toQuantiles } from '../quantiles.ts';
import { awaitSegments } from '../stats/built-company.ts';
import type { SuiteContext } from '../suite.ts';
import { type Opening, openPortalOnPhone } from './open-portal.ts';
import { type Protocol, type ProxyOptions, proxies } from './proxies.ts';
import { startSlowLine } from './slow-line.ts';
import { fastPhone, phoneScreen, type Slowness, slowPhone } from './slow-phone.ts';

/** A portal through the proxies of deploy/, as HTTP/2 and as HTTP/1.1, on a line that slows down connections and TLS too. */
export async function measureProxies(
  context: SuiteContext,
  pageViews: number,
  openings: number,
): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  const slowness = context.pick({ smallest: fastPhone, usual: slowPhone });
  for (const { name, missing, start } of proxies) {
    const why = missing();
    if (why !== undefined) {
      context.log(`portal: not measured through ${name}, because ${why}`);
      continue;
    }
    const figures = {
      h1: await measureProtocol(context, { name, start, protocol: 'h1', slowness, pageViews, openings }),
      h2: await measureProtocol(context, { name, start, protocol: 'h2', slowness, pageViews, openings }),
    };
    for (const [figure, read] of shownFigures) {
      const median = (protocol: Protocol) => toQuantiles(figures[protocol].map(read))(0.5) / 1_000;
      measurements.push({
        ...{ suite: 'portal', unit: 's', decimals: 2 },
        name: `through ${name}, HTTP/2 with TLS, ${figure}`,
        value: median('h2'),
        reference: { name: 'HTTP/1.1', value: median('h1') },
      });
    }
  }
  return measurements;
}

const shownFigures: [string, (opening: Opening) => number][] = [
  ['first number', ({ firstNumberMs }) => firstNumberMs ?? Number.NaN],
  ['first chart', ({ firstChartMs }) => firstChartMs ?? Number.NaN],
  ['everything usable', ({ usableMs }) => usableMs],
];

interface ProxiedPortal {
  name: string;
  start: (options: ProxyOptions) => Promise<{ stop: () => Promise<void> }>;
  protocol: Protocol;
  slowness: Slowness;
  pageViews: number;
  openings: number;
}

async function measureProtocol(
  context: SuiteContext,
  { name, start, protocol, slowness, pageViews, openings }: ProxiedPortal,
): Promise<Opening[]> {
  const port = await findFreePort();
  const line = await startSlowLine(port, slowness);
  const origin = `https://127.0.0.1:${line.port}`;
  const northlight = await startNorthlight(context, 1, { PUBLIC_URL: origin });
  const proxy = await start({
    ...{ protocol, port, plainPort: await findFreePort() },
    upstreamPort: northlight.port,
  });
  const companyId = await northlight.createCompany('Bench');
  await loadHistory(northlight, { companyId, pageViews, days: 30, until: new Date() });
  await vacuumTables(northlight);
  await awaitSegments(northlight, { companyId, name: 'Bench' });
  const nextCookie = await createViewerCookies(northlight, companyId, true);
  const measured: Opening[] = [];
  for (let nth = 0; nth < openings; nth += 1) {
    const browser = await startBrowser({ ...phoneScreen, ignoreHTTPSErrors: true });
    const opening = await openPortalOnPhone(browser.context, {
      url: `${origin}/company-portal/${companyId}`,
      cookie: nextCookie(),
      slowness,
      hasSlowLine: true,
    });
    const used = [...opening.protocols].join(', ');
    if (used !== protocolNames[protocol]) throw new Error(`${name} answered with ${used}, not ${protocol}.`);
    context.log(
      `portal: through ${name} with ${used}: usable after ${(opening.usableMs / 1_000).toFixed(2)} s`,
    );
    measured.push(opening);
    await browser.context.close();
  }
  await proxy.stop();
  await northlight.stop();
  await line.stop();
  return measured;
}

/** As `PerformanceResourceTiming.nextHopProtocol` names them. */
const protocolNames: Record<Protocol, string> = { h1: 'http/1.1', h2: 'h2' };
