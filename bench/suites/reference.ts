import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import pg from 'pg';
import { z } from 'zod';
import { startEmbedded } from '../../server/db/embedded/embedded.ts';
import { endChild, forkBenchProcess, makeTemporaryFolder, onCleanup } from '../child-processes.ts';
import type { Measurement } from '../measurements.ts';
import type { SuiteContext } from '../suite.ts';

export interface Reference {
  /** Requests per second of a bare Fastify server that parses the body and answers 202, with 50 connections. */
  bareFastify: number;
  /** Rows per second of plain inserts, by rows per commit. */
  insertsOf: Record<50 | 500, number>;
}

let measured: Promise<Reference> | undefined;

/** The reference values, measured once per run. */
export function requireReference(context: SuiteContext): Promise<Reference> {
  measured ??= measureReference(context);
  return measured;
}

export async function reference(context: SuiteContext): Promise<Measurement[]> {
  const { bareFastify, insertsOf } = await requireReference(context);
  const suite = 'reference';
  return [
    { suite, name: 'bare Fastify answering 202, 50 connections', value: bareFastify, unit: 'req/s' },
    { suite, name: 'PostgreSQL inserts, 50 rows a commit', value: insertsOf[50], unit: 'rows/s' },
    { suite, name: 'PostgreSQL inserts, 500 rows a commit', value: insertsOf[500], unit: 'rows/s' },
  ];
}

async function measureReference(context: SuiteContext): Promise<Reference> {
  context.log('reference: bare Fastify');
  const bareFastify = await measureFastify(context);
  context.log('reference: plain PostgreSQL inserts');
  const dataDir = makeTemporaryFolder();
  const database = await startEmbedded({ dataDir, log: () => {} });
  onCleanup(() => database.stop());
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const seconds = Math.min(context.seconds, 3);
    return {
      bareFastify,
      insertsOf: {
        50: await measureInserts(client, 50, seconds),
        500: await measureInserts(client, 500, seconds),
      },
    };
  } finally {
    await client.end();
    await database.stop();
  }
}

async function measureFastify({ load, seconds, warmUpSeconds }: SuiteContext): Promise<number> {
  const child = forkBenchProcess('load/fastify-process.ts');
  const [message] = await once(child, 'message');
  const { port } = z.object({ port: z.number() }).parse(message);
  const job = {
    port,
    path: '/',
    connections: 50,
    workload: { companyIds: [randomUUID()], eventsPerRequest: 1 },
  };
  await load.run({ ...job, durationMs: warmUpSeconds * 1000 });
  const result = await load.run({ ...job, durationMs: seconds * 1000 });
  await endChild(child, 'SIGTERM');
  return result.perSecond;
}

/** Rows with the columns and the key of `events`, on one connection. */
async function measureInserts(client: pg.Client, rows: number, seconds: number): Promise<number> {
  await client.query(`DROP TABLE IF EXISTS plain`);
  await client.query(`CREATE TABLE plain (
    company_id uuid, id uuid, kind text, session_id text, path text, referrer_host text, browser text,
    os text, device text, order_id text, amount numeric(12, 2), occurred_at timestamptz,
    PRIMARY KEY (company_id, id, occurred_at))`);
  const text = `INSERT INTO plain SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[],
    $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::numeric[], $12::timestamptz[])`;
  const companyId = randomUUID();
  const column = <Value>(make: (index: number) => Value) => Array.from({ length: rows }, (_, i) => make(i));
  const started = performance.now();
  let commits = 0;
  while (performance.now() - started < seconds * 1000) {
    const now = new Date().toISOString();
    const values = [
      column(() => companyId),
      column(() => randomUUID()),
      column(() => 'pageview'),
      column((i) => `m1abc234-${i}`),
      column((i) => `/catalogue/item-${i % 200}`),
      column(() => 'google.com'),
      column(() => 'Chrome'),
      column(() => 'Windows'),
      column(() => 'desktop'),
      column(() => null),
      column(() => null),
      column(() => now),
    ];
    await client.query({ name: `plain-${rows}`, text, values });
    commits += 1;
  }
  return (commits * rows) / ((performance.now() - started) / 1000);
}
