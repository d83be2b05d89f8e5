import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { apiPaths } from '../../../contract/paths.ts';
import { encodeNotification, notificationChannel } from '../../../server/db/notifications/notifications.ts';
import { createCompany, startNorthlight } from '../../northlight.ts';
import { openFixture } from '../fixture.ts';
import { createViewerCookies, openPortal, type Portal, trackPageView } from '../portals.ts';
import { assertWithin, type Scenario, secondsUntil, waitUntil } from '../scenario.ts';

/** The limit for one address. */
const portalsPerCompany = 100;

export const restartWithPortals: Scenario = {
  name: 'a restart with portals open',
  promise: 'all are open again within 10 s of the server being back',
  run: async (environment) => {
    const count = environment.isQuick ? 200 : 1_000;
    const fixture = await openFixture(environment);
    const databaseUrl = await fixture.databaseUrl();
    const portals: Portal[] = [];
    for (let opened = 0; opened < count; opened += portalsPerCompany) {
      const { northlight, env, dataDir } = fixture;
      const company = await createCompany(
        { dataDir, env, port: northlight.port },
        `Watched ${portals.length}`,
        'localhost',
      );
      const nextCookie = await createViewerCookies(databaseUrl, company.id);
      for (let index = 0; index < portalsPerCompany; index += 1) {
        portals.push(
          openPortal({ url: () => fixture.northlight.url, companyId: company.id, cookie: nextCookie() }),
        );
      }
    }
    const areOpen = () => portals.every((portal) => portal.isOpen());
    await waitUntil('all portals are open', areOpen);
    assert((await fixture.northlight.stop()) === 0, 'it did not stop with exit code 0');
    await waitUntil('all portals are closed', () => portals.every((portal) => !portal.isOpen()));
    fixture.northlight = await startNorthlight({ ...fixture, port: fixture.northlight.port });
    const recoverySeconds = await secondsUntil('all portals are open again', areOpen);
    for (const portal of portals) portal.close();
    await fixture.close();
    assertWithin(environment, 10, recoverySeconds);
    return { recoverySeconds, note: `${count} portals` };
  },
};

/** The segments of the demo data are built at the same time, for which DuckDB may use 256 MB. */
const memoryMaxMb = 450;

export const slowReaders: Scenario = {
  name: 'portals that do not read their stream',
  promise: 'memory stays below 450 MB, and other portals are still updated',
  run: async (environment) => {
    const companies = environment.isQuick ? 2 : 6;
    const fixture = await openFixture(environment);
    const { env, dataDir, northlight } = fixture;
    const databaseUrl = await fixture.databaseUrl();
    const url = () => northlight.url;
    const stuck: Portal[] = [];
    const readers: { portal: Portal; companyId: string; cookie: string }[] = [];
    for (let made = 0; made < companies; made += 1) {
      const company = await createCompany(
        { dataDir, env, port: northlight.port },
        `Watched ${made}`,
        'localhost',
      );
      const nextCookie = await createViewerCookies(databaseUrl, company.id);
      for (let index = 1; index < portalsPerCompany; index += 1) {
        stuck.push(openPortal({ url, companyId: company.id, cookie: nextCookie(), reads: false }));
      }
      const cookie = nextCookie();
      const portal = openPortal({ url, companyId: company.id, cookie });
      readers.push({ portal, companyId: company.id, cookie });
    }
    await waitUntil('all portals are open', () => stuck.every((portal) => portal.isOpen()));

    // Demo data makes snapshots large, and this notification makes the server send them to all portals.
    for (const { companyId, cookie } of readers) await simulate(northlight.url, companyId, cookie);
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const rounds = environment.isQuick ? 30 : 300;
    let highestMb = 0;
    for (let round = 0; round < rounds; round += 1) {
      for (const { portal, companyId } of readers) {
        const before = portal.received();
        await client.query('SELECT pg_notify($1, $2)', [
          notificationChannel,
          encodeNotification({ kind: 'history-changed', companyId }),
        ]);
        await waitUntil('the reading portal has the snapshot', () => portal.received() > before);
      }
      highestMb = Math.max(highestMb, residentMb(northlight.servingPid()));
    }
    await client.end();
    const dropped = stuck.filter((portal) => !portal.isOpen()).length;
    for (const portal of [...stuck, ...readers.map((reader) => reader.portal)]) portal.close();
    assert((await trackPageView(northlight.url, fixture.company.id)) === 200, 'it no longer accepts events');
    await fixture.close();
    assert(highestMb <= memoryMaxMb, `memory rose to ${highestMb.toFixed(0)} MB`);
    return {
      note: `${stuck.length} such portals, ${dropped} disconnected; memory at most ${highestMb.toFixed(0)} MB`,
    };
  },
};

async function simulate(url: string, companyId: string, cookie: string): Promise<void> {
  const answer = await fetch(url + apiPaths.simulateAnalytics, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, cookie },
    body: JSON.stringify({ companyId }),
  });
  await answer.arrayBuffer();
  assert(answer.ok, `demo data was answered with ${answer.status}`);
}

/** Resident memory in MB; 0 where the system has no /proc. */
function residentMb(pid: number): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return (Number(kilobytes ?? 0) * 1024) / 1e6;
  } catch {
    return 0;
  }
}
