import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { attachEmbedded } from '../server/db/embedded/embedded.ts';
import { endChild, makeTemporaryFolder, onCleanup, root, spawnNode } from './child-processes.ts';
import { findServingProcess } from './processes.ts';
import type { SuiteContext } from './suite.ts';

const startMaxMs = 60_000;

export interface Northlight {
  port: number;
  /** Of the parent of all of the product's processes. */
  parentPid: number;
  /** Of the process that serves requests; with several workers of their parent. */
  pid: number;
  dataDir: string;
  databaseUrl: string;
  /** As the role that owns the product's tables, without the limits the product sets itself. */
  client: pg.Client;
  createCompany: (name: string) => Promise<string>;
  stop: () => Promise<void>;
}

/** The server as `npm start` runs it, on a new data folder and a free port. */
export async function startNorthlight(
  { serverFlags }: Pick<SuiteContext, 'serverFlags'>,
  workers = 1,
): Promise<Northlight> {
  const dataDir = makeTemporaryFolder();
  const port = await findFreePort();
  const settings = {
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    LOG_LEVEL: 'warn',
    // The load comes as through a proxy: one visitor's connections are bounded.
    TRUST_PROXY: 'loopback',
    TRACK_EVENTS_PER_SECOND: '1000000',
    TRACK_COMPANY_EVENTS_PER_SECOND: '1000000',
    WORKERS: String(workers),
  };
  const { child, output } = spawnNode([...serverFlags, toProgramFile('main')], settings);
  onCleanup(() => endChild(child, 'SIGTERM'));
  const deadline = Date.now() + startMaxMs;
  while (!(await isReady(port, workers))) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`The server did not start:\n${output()}`);
    await delay(50);
  }
  const database = await attachEmbedded({ dataDir });
  if (!database) throw new Error(`There is no database in ${dataDir}.`);
  const client = new pg.Client({ connectionString: database.url, application_name: 'bench' });
  // Stopping the server takes its database away under an open connection.
  client.on('error', () => {});
  await client.connect();
  onCleanup(() => client.end());
  return {
    port,
    parentPid: child.pid ?? 0,
    pid: workers === 1 ? findServingProcess(child.pid ?? 0) : (child.pid ?? 0),
    dataDir,
    databaseUrl: database.url,
    client,
    createCompany: (name) => createCompany(name, settings),
    stop: async () => {
      await client.end();
      await endChild(child, 'SIGTERM');
    },
  };
}

async function createCompany(name: string, settings: NodeJS.ProcessEnv): Promise<string> {
  const { child, output } = spawnNode(
    [toProgramFile('cli'), 'company', 'create', '--name', name, '--domain', 'shop.test'],
    settings,
  );
  await once(child, 'close');
  const id = /^id\s+([\da-f-]{36})$/m.exec(output())?.[1];
  if (!id) throw new Error(`The company was not created:\n${output()}`);
  return id;
}

function toProgramFile(name: 'main' | 'cli'): string {
  return join(root, 'build', 'server', `${name}.js`);
}

async function isReady(port: number, workers: number): Promise<boolean> {
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  try {
    if (!(await ask('/readyz')).ok) return false;
    // The first worker is ready before the last.
    const figures = workers === 1 ? '' : await (await ask('/metrics')).text();
    return workers === 1 || figures.match(/^northlight_worker_up\{.*\} 1$/gm)?.length === workers;
  } catch {
    return false;
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('there is no free port');
  return address.port;
}
