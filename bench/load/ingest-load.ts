import type pg from 'pg';
import { apiPaths } from '../../contract/paths.ts';
import type { Measurement } from '../measurements.ts';
import type { Northlight } from '../northlight.ts';
import { cpuBetween, readCpuTime, readMachineBusySeconds } from '../processes.ts';
import type { SuiteContext } from '../suite.ts';
import type { LoadResult } from './http-load.ts';
import type { LoadJob } from './load-client.ts';

const suite = 'ingest';
const coldMs = 1_000;

export interface IngestResult {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU time per event; undefined on systems other than Linux. */
  cpu: Measurement[] | undefined;
}

/** Sends load to one server and counts the acknowledged events. */
export class IngestLoad {
  /** Events answered with 200 so far. */
  acknowledged = 0;
  readonly #context: SuiteContext;
  readonly #northlight: Northlight;
  readonly companyIds: string[];

  constructor(context: SuiteContext, northlight: Northlight, companyIds: string[]) {
    this.#context = context;
    this.#northlight = northlight;
    this.companyIds = companyIds;
  }

  async measure(given: {
    connections: number;
    ratePerSecond?: number;
    eventsPerRequest?: number;
    companyIds?: string[];
    /** Measure the first second after a start, without a warm-up. */
    isCold?: boolean;
  }): Promise<IngestResult> {
    const { connections, ratePerSecond, eventsPerRequest = 1, companyIds = this.companyIds } = given;
    const { isCold = false } = given;
    const job = {
      port: this.#northlight.port,
      path: apiPaths.trackAnalytics,
      connections,
      workload: { companyIds, eventsPerRequest },
      ...(ratePerSecond === undefined ? {} : { ratePerSecond }),
    };
    const { load, seconds, warmUpSeconds, log } = this.#context;
    if (!isCold) await this.#send({ ...job, durationMs: warmUpSeconds * 1000 });
    const { parentPid } = this.#northlight;
    const before = { server: readCpuTime(parentPid), client: readCpuTime(load.pid) };
    const busyBefore = readMachineBusySeconds();
    const started = performance.now();
    const result = await this.#send({ ...job, durationMs: isCold ? coldMs : seconds * 1000 });
    const tookSeconds = (performance.now() - started) / 1000;
    const busySeconds = (readMachineBusySeconds() ?? 0) - (busyBefore ?? 0);
    const server = cpuBetween(before.server, readCpuTime(parentPid));
    const client = cpuBetween(before.client, readCpuTime(load.pid));
    const perSecond = result.perSecond * eventsPerRequest;
    const events = result.requests * eventsPerRequest;
    const ours = (server?.ownSeconds ?? 0) + (server?.childrenSeconds ?? 0) + (client?.ownSeconds ?? 0);
    // Kernel work for disk and network also counts as others, so this is never 0.
    const cores = (cpuSeconds: number) => (cpuSeconds / tookSeconds).toFixed(2);
    const shares =
      server && client
        ? `; cores: Node ${cores(server.ownSeconds)}, PostgreSQL ${cores(server.childrenSeconds)}, load client ${cores(client.ownSeconds)}, others ${cores(busySeconds - ours)}`
        : '';
    log(
      `ingest: ${connections} connections${ratePerSecond ? ` at ${ratePerSecond}/s` : ''}, ${eventsPerRequest} a request, ${companyIds.length} companies${isCold ? ', cold' : ''}: ` +
        `${perSecond.toFixed(0)} events/s, p50 ${result.p50Ms.toFixed(1)} ms, p99 ${result.p99Ms.toFixed(1)} ms${shares}`,
    );
    const share = (name: string, cpuSeconds: number): Measurement => ({
      suite,
      name: `CPU time per event, ${name}`,
      value: (cpuSeconds / events) * 1e6,
      unit: 'µs',
    });
    const cpu = server &&
      client && [
        share('Node', server.ownSeconds),
        share('PostgreSQL', server.childrenSeconds),
        share('load client', client.ownSeconds),
      ];
    return { perSecond, p50Ms: result.p50Ms, p99Ms: result.p99Ms, cpu: cpu ?? undefined };
  }

  /** Sends at least this many events, as fast as they are accepted. */
  async sendAtLeast(events: number): Promise<void> {
    const goal = this.acknowledged + events;
    const durationMs = Math.min(this.#context.seconds, 1) * 1000;
    while (this.acknowledged < goal)
      await this.#send({
        port: this.#northlight.port,
        path: apiPaths.trackAnalytics,
        connections: 50,
        workload: { companyIds: this.companyIds, eventsPerRequest: 10 },
        durationMs,
      });
  }

  async #send(job: LoadJob): Promise<LoadResult> {
    const result = await this.#context.load.run(job);
    const accepted = result.statuses['200'] ?? 0;
    if (accepted !== result.requests) {
      throw new Error(`ingest: not every event was accepted: ${JSON.stringify(result.statuses)}`);
    }
    this.acknowledged += accepted * job.workload.eventsPerRequest;
    return result;
  }
}

export interface StoredCounts {
  raw: number;
  distinct: number;
}

export async function countStored(client: pg.Client): Promise<StoredCounts> {
  const found = await client.query<StoredCounts>(`SELECT
    (SELECT count(*) FROM events) AS raw,
    (SELECT count(DISTINCT (company_id, id)) FROM events) AS distinct`);
  const [row] = found.rows;
  if (!row) throw new Error('the count returned no row');
  return row;
}

/** Throws unless the tables grew by exactly the acknowledged number. */
export function assertAllStored(acknowledged: number, before: StoredCounts, after: StoredCounts): void {
  const grown = {
    raw: after.raw - before.raw,
    distinct: after.distinct - before.distinct,
  };
  if (Object.values(grown).every((count) => count === acknowledged)) return;
  throw new Error(
    `ingest: ${acknowledged} events were acknowledged, but the tables grew by ${JSON.stringify(grown)}`,
  );
}
