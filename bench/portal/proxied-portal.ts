import { startBrowser } from '../browser/browser.ts';
import { loadHistory, vacuumTables } from '../history.ts';
import { createViewerCookies } from '../load/viewer-cookies.ts';
import type { Measurement } from '../measurements.ts';
import { findFreePort, startNorthlight } from '../northlight.ts';
import { toQuantiles } from '../quantiles.ts';
import { awaitSegments } from '../stats/built-company.ts';
import type { SuiteContext } from '../suite.ts';
import { type Opening, openPortalOnPhone } from './open-portal.ts';
import { type Protocol, proxies } from './proxies.ts';
import { startSlowLine } from './slow-line.ts';
import { fastPhone, phoneScreen, slowPhone } from './slow-phone.ts';

/** As `PerformanceResourceTiming.nextHopProtocol` names them. */
const protocolNames = { h1: 'http/1.1', h2: 'h2' } as const;

const shownFigures: [string, (opening: Opening) => number | undefined][] = [
  ['first number', ({ firstNumberMs }) => firstNumberMs],
  ['first chart', ({ firstChartMs }) => firstChartMs],
  ['everything usable', ({ usableMs }) => usableMs],
];

interface RunningProxy {
  name: string;
  protocol: Protocol;
  port: number;
  openings: Opening[];
}

/** A portal through the proxies of deploy/, as HTTP/2 and as HTTP/1.1, on a line that slows down connections and TLS too. */
export async function measureProxies(
  context: SuiteContext,
  pageViews: number,
  openings: number,
): Promise<Measurement[]> {
  const installed = proxies.filter(({ name, missing }) => {
    const why = missing();
    if (why !== undefined) context.log(`portal: not measured through ${name}, because ${why}`);
    return why === undefined;
  });
  if (installed.length === 0) return [];
  const slowness = context.pick({ smallest: fastPhone, usual: slowPhone });
  const line = await startSlowLine(slowness);
  const northlight = await startNorthlight(context, 1, { PUBLIC_URL: line.origin });
  const running: RunningProxy[] = [];
  for (const { name, start } of installed)
    for (const protocol of ['h1', 'h2'] as const) {
      const port = await findFreePort();
      await start({ protocol, port, plainPort: await findFreePort(), upstreamPort: northlight.port });
      running.push({ name, protocol, port, openings: [] });
    }
  const companyId = await northlight.createCompany('Bench');
  await loadHistory(northlight, { companyId, pageViews, days: 30, until: new Date() });
  await vacuumTables(northlight);
  await awaitSegments(northlight, { companyId, name: 'Bench' });
  const nextCookie = await createViewerCookies(northlight, companyId, true);
  const url = `${line.origin}/company-portal/${companyId}`;
  // In turns, so that all meet the same load of the machine.
  for (let nth = 0; nth < openings; nth += 1)
    for (const proxy of running) {
      line.connectTo(proxy.port);
      const browser = await startBrowser({ ...phoneScreen, ignoreHTTPSErrors: true });
      const options = { url, cookie: nextCookie(), slowness, hasSlowLine: true };
      const opening = await openPortalOnPhone(browser.context, options);
      await browser.context.close();
      requireProtocol(proxy, opening);
      context.log(
        `portal: through ${proxy.name} with ${opening.protocols}: usable after ${(opening.usableMs / 1_000).toFixed(2)} s`,
      );
      proxy.openings.push(opening);
    }
  await northlight.stop();
  await line.stop();
  return installed.flatMap(({ name }) => toProxyRows(name, running));
}

function requireProtocol({ name, protocol }: RunningProxy, { protocols }: Opening): void {
  if (protocols.join() !== protocolNames[protocol])
    throw new Error(
      `${name} answered with ${protocols.join(', ')}, not only with ${protocolNames[protocol]}.`,
    );
}

function toProxyRows(name: string, running: RunningProxy[]): Measurement[] {
  return shownFigures.map(([figure, read]) => {
    const median = (protocol: Protocol) => {
      const proxy = running.find((found) => found.name === name && found.protocol === protocol);
      return toQuantiles((proxy?.openings ?? []).map((opening) => read(opening) ?? Number.NaN))(0.5) / 1_000;
    };
    return {
      ...{ suite: 'portal', unit: 's', decimals: 2 },
      name: `through ${name}, HTTP/2 with TLS, ${figure}`,
      value: median('h2'),
      reference: { name: 'HTTP/1.1', value: median('h1') },
    };
  });
}
