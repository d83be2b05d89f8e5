import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { attachEmbedded } from '../server/db/embedded/embedded.ts';
import { endChild, makeTemporaryFolder, onCleanup, root, spawnNode } from './child-processes.ts';
import { createCompanies } from './companies.ts';
import { findServingProcess } from './processes.ts';
import type { SuiteContext } from './suite.ts';

const startMaxMs = 60_000;

/** The secret of every server that is measured. */
export const appSecret = 'the same secret for every measured server';

export interface Northlight {
  port: number;
  /** The parent of all server processes. */
  parentPid: number;
  /** The worker, or with several workers their parent. */
  pid: number;
  dataDir: string;
  databaseUrl: string;
  /** Connected as the owner of the tables, without the timeouts of the server's connections. */
  client: pg.Client;
  createCompany: (name: string) => Promise<string>;
  createCompanies: (count: number) => Promise<string[]>;
  stop: () => Promise<void>;
}

/** Starts the server as `npm start` does, on a new data folder and a free port. */
export async function startNorthlight(
  { serverFlags }: Pick<SuiteContext, 'serverFlags'>,
  workers = 1,
  ownSettings: Record<string, string> = {},
): Promise<Northlight> {
  const dataDir = makeTemporaryFolder();
  const port = await findFreePort();
  const settings = {
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    APP_SECRET: appSecret,
    LOG_LEVEL: 'warn',
    // The load sets client addresses in X-Forwarded-For: connections per address are limited.
    TRUST_PROXY: 'loopback',
    TRACK_EVENTS_PER_SECOND: '1000000',
    TRACK_COMPANY_EVENTS_PER_SECOND: '1000000',
    WORKERS: String(workers),
    ...ownSettings,
  };
  const { child, output } = spawnNode([...serverFlags, join(root, 'build', 'server', 'main.js')], settings);
  onCleanup(() => endChild(child, 'SIGTERM'));
  const deadline = Date.now() + startMaxMs;
  while (!(await isReady(port, workers))) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`The server did not start:\n${output()}`);
    await delay(50);
  }
  const databaseUrl = settings.DATABASE_URL || (await attachEmbedded({ dataDir }))?.url;
  if (databaseUrl === undefined) throw new Error(`There is no database in ${dataDir}.`);
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'bench' });
  // Stopping the server also stops its database, which breaks this connection.
  client.on('error', () => {});
  await client.connect();
  onCleanup(() => client.end());
  return {
    port,
    parentPid: child.pid ?? 0,
    pid: workers === 1 ? findServingProcess(child.pid ?? 0) : (child.pid ?? 0),
    dataDir,
    databaseUrl,
    client,
    createCompany: async (name) => {
      const [id] = await createCompanies({ databaseUrl, appSecret }, [name]);
      if (id === undefined) throw new Error('the company was not created');
      return id;
    },
    createCompanies: (count) => {
      const names = Array.from({ length: count }, (_, index) => `Company ${index}`);
      return createCompanies({ databaseUrl, appSecret }, names);
    },
    stop: async () => {
      await client.end();
      await endChild(child, 'SIGTERM');
    },
  };
}

async function isReady(port: number, workers: number): Promise<boolean> {
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  try {
    if (!(await get('/readyz')).ok) return false;
    // The first worker is ready before the last.
    const metrics = workers === 1 ? '' : await (await get('/metrics')).text();
    return workers === 1 || metrics.match(/^northlight_worker_up\{.*\} 1$/gm)?.length === workers;
  } catch {
    return false;
  }
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('there is no free port');
  return address.port;
}
