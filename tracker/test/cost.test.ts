import { expect, test } from 'vitest';
import { setUpFixture, visit } from './fixture.ts';

const fixture = setUpFixture();

test('the script causes no style or layout work in the page', async () => {
  const { site, page } = fixture;
  const browser = fixture.context.browser();
  await browser?.startTracing(page, { categories: ['devtools.timeline'] });
  await visit(fixture);
  const trace: unknown = JSON.parse((await browser?.stopTracing())?.toString() ?? '');

  const events = toEvents(trace);
  const run = events.find(
    ({ name, args }) => name === 'EvaluateScript' && JSON.stringify(args).includes(`${site.northlight}/t.js`),
  );
  if (!run) throw new Error('the trace does not show the script');
  // Logged, not asserted, because it depends on the machine. Most of it is the browser opening sessionStorage.
  console.info(`t.js took ${(run.tdur / 1000).toFixed(1)} ms of the main thread, traced`);
  const within = events.filter(({ ts, tid }) => tid === run.tid && ts >= run.ts && ts <= run.ts + run.dur);
  expect(within.map(({ name }) => name).filter((name) => /Layout|Style/.test(name))).toEqual([]);
});

interface TraceEvent {
  name: string;
  ts: number;
  dur: number;
  /** Microseconds of processor time. */
  tdur: number;
  tid: number;
  args: unknown;
}

function toEvents(trace: unknown): TraceEvent[] {
  if (typeof trace !== 'object' || trace === null || !('traceEvents' in trace)) return [];
  return Array.isArray(trace.traceEvents) ? trace.traceEvents : [];
}
