import { readFileSync } from 'node:fs';
import pg from 'pg';
import { apiPaths } from '../../../contract/paths.ts';
import { encodeNotification, notificationChannel } from '../../../server/db/notifications.ts';
import { createCompany, startNorthlight } from '../../northlight.ts';
import { openStage, require, requireWithin, type Scenario, secondsUntil, until } from '../ground.ts';
import { makeViewers, openPortal, type Portal, track } from '../portals.ts';

/** As many as one address may open. */
const portalsACompany = 100;

export const restartWithPortals: Scenario = {
  name: 'a restart with portals open',
  promise: 'every one is open again within 10 s of the app being back',
  run: async (ground) => {
    const count = ground.isQuick ? 200 : 1_000;
    const stage = await openStage(ground);
    const databaseUrl = await stage.databaseUrl();
    const portals: Portal[] = [];
    for (let opened = 0; opened < count; opened += portalsACompany) {
      const { northlight, env, dataDir } = stage;
      const company = await createCompany(
        { dataDir, env, port: northlight.port },
        `Watched ${portals.length}`,
        'localhost',
      );
      const viewer = await makeViewers(databaseUrl, company.id);
      for (let index = 0; index < portalsACompany; index += 1) {
        portals.push(
          openPortal({ url: () => stage.northlight.url, companyId: company.id, cookie: viewer() }),
        );
      }
    }
    const areOpen = () => portals.every((portal) => portal.isOpen());
    await until('all portals are open', areOpen);
    require((await stage.northlight.stop()) === 0, 'it did not end in good order');
    await until('all portals are closed', () => portals.every((portal) => !portal.isOpen()));
    stage.northlight = await startNorthlight({ ...stage, port: stage.northlight.port });
    const recoverySeconds = await secondsUntil('all portals are open again', areOpen);
    for (const portal of portals) portal.close();
    await stage.close();
    requireWithin(ground, 10, recoverySeconds);
    return { recoverySeconds, note: `${count} portals` };
  },
};

export const slowReaders: Scenario = {
  name: 'portals that do not read',
  promise: 'memory stays within 256 MB, and those who read are served on',
  run: async (ground) => {
    const companies = ground.isQuick ? 2 : 6;
    const stage = await openStage(ground);
    const { env, dataDir, northlight } = stage;
    const databaseUrl = await stage.databaseUrl();
    const url = () => northlight.url;
    const stuck: Portal[] = [];
    const readers: { portal: Portal; companyId: string; cookie: string }[] = [];
    for (let made = 0; made < companies; made += 1) {
      const company = await createCompany(
        { dataDir, env, port: northlight.port },
        `Watched ${made}`,
        'localhost',
      );
      const viewer = await makeViewers(databaseUrl, company.id);
      for (let index = 1; index < portalsACompany; index += 1) {
        stuck.push(openPortal({ url, companyId: company.id, cookie: viewer(), reads: false }));
      }
      const cookie = viewer();
      const portal = openPortal({ url, companyId: company.id, cookie });
      readers.push({ portal, companyId: company.id, cookie });
    }
    await until('all portals are open', () => stuck.every((portal) => portal.isOpen()));

    // Demo data makes a snapshot large; word that it was replaced sends the whole of it to everybody.
    for (const { companyId, cookie } of readers) await simulate(northlight.url, companyId, cookie);
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const rounds = ground.isQuick ? 30 : 300;
    let highestMb = 0;
    for (let round = 0; round < rounds; round += 1) {
      for (const { portal, companyId } of readers) {
        const before = portal.received();
        await client.query('SELECT pg_notify($1, $2)', [
          notificationChannel,
          encodeNotification({ kind: 'readings-replaced', companyId }),
        ]);
        await until('the one who reads has it', () => portal.received() > before);
      }
      highestMb = Math.max(highestMb, residentMb(northlight.servingPid()));
    }
    await client.end();
    const dropped = stuck.filter((portal) => !portal.isOpen()).length;
    for (const portal of [...stuck, ...readers.map((reader) => reader.portal)]) portal.close();
    require((await track(northlight.url, stage.company.id)) === 200, 'it takes no more events');
    await stage.close();
    require(highestMb <= 256, `memory rose to ${highestMb.toFixed(0)} MB`);
    return {
      note: `${stuck.length} of them, ${dropped} let go of; memory at most ${highestMb.toFixed(0)} MB`,
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
  require(answer.ok, `demo data was answered with ${answer.status}`);
}

/** Resident memory in MB; 0 where the system does not tell. */
function residentMb(pid: number): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return (Number(kilobytes ?? 0) * 1024) / 1e6;
  } catch {
    return 0;
  }
}
