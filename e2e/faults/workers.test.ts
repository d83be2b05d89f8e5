import { once } from 'node:events';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiPaths } from '../../contract/paths.ts';
import { attachEmbedded } from '../../server/db/embedded/embedded.ts';
import { type MetricSample, parseMetrics, sumSamples } from '../../server/testing/parse-metrics.ts';
import { PortalStreamReader } from '../../server/testing/streams/portal-stream-reader.ts';
import {
  type CreatedCompany,
  createCompany,
  findFreePort,
  makeDataDir,
  type Northlight,
  startNorthlight,
} from '../northlight.ts';
import { isAlive, listWorkers } from '../processes.ts';
import { recount } from './recount.ts';
import { startVisitors, type Visitors } from './visitors.ts';

const env = { WORKERS: '2' };
const workerNumbers = ['1', '2'];

describe('two workers on one port', () => {
  const { dataDir, remove } = makeDataDir();
  let northlight: Northlight;
  let company: CreatedCompany;
  beforeAll(async () => {
    northlight = await startNorthlight({ dataDir, env });
    company = await createCompany(northlight, 'Two Workers', 'localhost');
  });
  afterAll(async () => {
    await northlight.kill();
    remove();
  });

  test('an event sent to one worker updates a portal that is open on the other', async () => {
    await expectBothUp(northlight);
    const cookie = await enterAccessKey(northlight, company);
    const portal = await PortalStreamReader.open(northlight.url, company.id, cookie);
    await portal.waitForFrame((frame) => frame.is === 'snapshot');
    const opened = await scrape(northlight);
    const [holder, other] = workerNumbers.toSorted(
      (a, b) => countStreams(opened, b) - countStreams(opened, a),
    );
    expect([countStreams(opened, holder), countStreams(opened, other)]).toEqual([1, 0]);

    let sent = 0;
    const acceptedByOther = async () =>
      sumSamples(await scrape(northlight), 'northlight_events_accepted_total', { worker: other ?? '' }) ?? 0;
    while ((await acceptedByOther()) === 0) {
      // Each on a new connection: the parent distributes connections in turn. With this one the number of them in a
      // round is odd, so that the next event goes to the other worker, even if a connection was opened twice before.
      await scrape(northlight);
      expect((await send(northlight, apiPaths.trackAnalytics, aPageview(company.id))).status).toBe(200);
      sent += 1;
      expect(sent).toBeLessThan(10);
    }
    // The last event went to the other worker, so only it can have sent this revision.
    await portal.waitForRevision(sent);
    portal.close();
  });

  test('/metrics has the samples of both workers, whichever answers', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const samples = await scrape(northlight);
      expect(sumSamples(samples, 'northlight_worker_up')).toBe(2);
      for (const worker of [...workerNumbers, 'parent']) {
        expect(sumSamples(samples, 'process_resident_memory_bytes', { worker }), worker).toBeGreaterThan(0);
      }
    }
  });

  test('attempts are counted across workers: ten access keys a minute, not ten for each worker', async () => {
    // A separate address: on a busy machine the key that opened the portal above may be a minute ago.
    const headers = { 'x-forwarded-for': '192.0.2.1' };
    const statuses: number[] = [];
    while (statuses.length < 20) {
      const answer = await send(northlight, apiPaths.verifyCompanyAccess, { accessKey: 'WRONG' }, headers);
      statuses.push(answer.status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });

  test('kill -9 of a worker under load loses no acknowledged event, and the worker is replaced', async () => {
    const visitors = startVisitors(() => northlight.url, company.id, 20);
    for (let round = 1; round <= 2; round += 1) {
      await expectAcknowledged(visitors, 200);
      const [victim, ...rest] = listWorkers(northlight.pid);
      expect(rest).toHaveLength(1);
      process.kill(victim ?? 0, 'SIGKILL');
      // The other worker keeps serving.
      await expectAcknowledged(visitors, 200);
      await expect.poll(() => listWorkers(northlight.pid).length).toBe(2);
      expect(listWorkers(northlight.pid)).not.toContain(victim);
      await expectBothUp(northlight);
    }
    await visitors.stop();
    expect(sumSamples(await scrape(northlight), 'northlight_worker_restarts_total')).toBe(2);
    await expectKept(dataDir, company, visitors);
  });

  test('kill -9 of the parent ends workers and database, and the next start has all events', async () => {
    const visitors = startVisitors(() => northlight.url, company.id, 20);
    await expectAcknowledged(visitors, 200);
    const workers = listWorkers(northlight.pid);
    await northlight.kill();
    await expect.poll(() => workers.filter(isAlive)).toEqual([]);
    northlight = await startNorthlight({ dataDir, env, port: northlight.port });
    await expectAcknowledged(visitors, 200);
    await visitors.stop();
    await expectKept(dataDir, company, visitors);
  });

  test('SIGTERM under load exits with 0 within ten seconds and loses no event', async () => {
    const visitors = startVisitors(() => northlight.url, company.id, 20);
    await expectAcknowledged(visitors, 200);
    const workers = listWorkers(northlight.pid);
    const began = performance.now();
    expect(await northlight.stop()).toBe(0);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(workers.filter(isAlive)).toEqual([]);
    northlight = await startNorthlight({ dataDir, env, port: northlight.port });
    await visitors.stop();
    await expectKept(dataDir, company, visitors);
  });
});

test('workers that cannot start make the start fail, and no process is left running', async () => {
  const { dataDir, remove } = makeDataDir();
  const port = await findFreePort();
  const blocker = createServer((socket) => socket.destroy()).listen(port, 'localhost');
  await once(blocker, 'listening');
  await expect(startNorthlight({ dataDir, env, port })).rejects.toThrow(
    /exited with 1[\s\S]*EADDRINUSE[\s\S]*could not start/,
  );
  expect(await attachEmbedded({ dataDir })).toBeUndefined();
  blocker.close();
  remove();
});

async function scrape({ url }: Northlight): Promise<MetricSample[]> {
  const answer = await fetch(`${url}/metrics`, { headers: { connection: 'close' } });
  return parseMetrics(await answer.text());
}

async function expectBothUp(northlight: Northlight): Promise<void> {
  const up = async () => sumSamples(await scrape(northlight), 'northlight_worker_up');
  await expect.poll(up).toBe(2);
}

function countStreams(samples: MetricSample[], worker = ''): number {
  return sumSamples(samples, 'northlight_streams_open', { worker }) ?? 0;
}

async function enterAccessKey(northlight: Northlight, { accessKey }: CreatedCompany): Promise<string> {
  const { cookie } = await send(northlight, apiPaths.verifyCompanyAccess, { accessKey });
  return cookie;
}

/** Sends a request on a new connection. */
async function send({ url }: Northlight, path: string, body: object, headers: Record<string, string> = {}) {
  const sending = request(url + path, {
    agent: false,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/145.0',
      ...(path === apiPaths.trackAnalytics ? {} : { origin: url }),
      ...headers,
    },
  });
  sending.end(JSON.stringify(body));
  const [answer] = await once(sending, 'response');
  answer.resume();
  const [cookie = ''] = answer.headers['set-cookie'] ?? [];
  return { status: Number(answer.statusCode), cookie: String(cookie).split(';')[0] ?? '' };
}

function aPageview(companyId: string): object {
  return { companyId, eventType: 'pageview', metadata: { url: 'http://localhost/' } };
}

async function expectAcknowledged(visitors: Visitors, more: number): Promise<void> {
  const wanted = visitors.acknowledged.size + more;
  await expect.poll(() => visitors.acknowledged.size, { interval: 20 }).toBeGreaterThan(wanted);
}

async function expectKept(dataDir: string, company: CreatedCompany, visitors: Visitors): Promise<void> {
  const database = await attachEmbedded({ dataDir });
  if (!database) throw new Error('the database is not running');
  const counted = await recount(database.url, company.id);
  expect([...visitors.acknowledged].filter((id) => !counted.eventIds.has(id))).toEqual([]);
  expect(counted.mismatches).toEqual([]);
}
