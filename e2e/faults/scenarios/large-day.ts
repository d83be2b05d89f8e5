import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { apiPaths } from '../../../contract/paths.ts';
import { statsSummary } from '../../../contract/stats/answers.ts';
import { createCompany } from '../../northlight.ts';
import { listWorkers } from '../../processes.ts';
import { expectAnswersEqualRecount } from '../answers.ts';
import { openProxiedFixture } from '../fixture.ts';
import { createViewerCookies } from '../portals.ts';
import type { Scenario } from '../scenario.ts';
import { SegmentStore } from '../segment-store.ts';

const deadlineMs = 900_000;
/** The limit of each process of the server, however large the day is. */
const megabytesMax = 700;

export const largeDay: Scenario = {
  name: 'one company has 3,000,000 events on one day, with long addresses and properties',
  promise:
    'it is built in the memory of small days, portals are answered while it is built, answers equal a recount',
  isLong: true,
  run: async (environment) => {
    const { fixture } = await openProxiedFixture(environment);
    const { northlight, company, dataDir } = fixture;
    const databaseUrl = await fixture.databaseUrl();
    const store = new SegmentStore({ dataDir, databaseUrl, companyId: company.id });
    const other = await createCompany(
      { ...fixture, port: northlight.port },
      'Small Neighbour',
      'neighbour.test',
    );
    const otherStore = new SegmentStore({ dataDir, databaseUrl, companyId: other.id });
    await otherStore.load({ events: 600, days: 2 });
    const events = environment.isQuick ? 150_000 : 3_000_000;
    await store.load({ events, days: 1, visitors: events / 6, isWide: true });

    const began = performance.now();
    const asked = { large: { answered: 0, failed: 0 }, other: { answered: 0, failed: 0 } };
    const nextCookie = {
      large: await createViewerCookies(databaseUrl, company.id),
      other: await createViewerCookies(databaseUrl, other.id),
    };
    const ask = async (name: 'large' | 'other', companyId: string): Promise<boolean> => {
      const answer = await fetch(`${northlight.url}${apiPaths.statsSummary(companyId)}?period=30d`, {
        headers: { cookie: nextCookie[name]() },
        signal: AbortSignal.timeout(30_000),
      });
      const body: unknown = await answer.json();
      if (answer.status !== 200) {
        asked[name].failed += 1;
        return false;
      }
      asked[name].answered += 1;
      return statsSummary.parse(body).pending === null;
    };
    for (;;) {
      const isCounted = await ask('large', company.id);
      await ask('other', other.id);
      if (isCounted && (await store.isComplete())) break;
      assert(performance.now() - began < deadlineMs, 'the day was not built in time');
      await pause(500);
    }
    const seconds = Math.round((performance.now() - began) / 1000);
    const megabytes = Math.max(...listWorkers(northlight.pid).map(readPeakMegabytes));
    await store.requireWhole();
    await expectAnswersEqualRecount(northlight.url, databaseUrl, company.id);
    await fixture.close();
    assert(!(megabytes > megabytesMax), `a process used ${megabytes} MB`);
    assert(asked.large.answered > 0, 'the portal was not answered while the day was built');
    const toText = ({ answered, failed }: { answered: number; failed: number }) =>
      `${answered} answered, ${failed} refused`;
    return {
      note: `${events} events counted after ${seconds} s; its portal ${toText(asked.large)}, another one ${toText(asked.other)}; largest process ${megabytes} MB`,
    };
  },
};

/** The most memory that a process has used. Known on Linux alone. */
function readPeakMegabytes(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const [, kilobytes = ''] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
