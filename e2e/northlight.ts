import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { workersOf } from './processes.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const mainFile = join(root, 'build', 'server', 'main.js');
const cliFile = join(root, 'build', 'server', 'cli.js');
const startMaxMs = 120_000;

export interface CreatedCompany {
  id: string;
  accessKey: string;
  portal: string;
  trackingPage: string;
  snippet: string;
}

export interface Northlight {
  url: string;
  port: number;
  dataDir: string;
  /** Of the parent, the process to signal. */
  pid: number;
  /** Of the only process that serves requests; 0 where the system does not tell. */
  servingPid: () => number;
  /** SIGTERM; resolves with the exit code. */
  stop: () => Promise<number | null>;
  /** SIGKILL: the process gets no chance to do anything. */
  kill: () => Promise<void>;
}

export interface StartOptions {
  dataDir: string;
  port?: number;
  env?: Record<string, string>;
}

export interface Launched {
  northlight: Northlight;
  /** Resolves when it answers; rejects when it ended instead, with what it said. */
  ready: Promise<void>;
}

/** The built product as a process of its own, as `npm start` runs it; ready when this resolves. */
export async function startNorthlight(options: StartOptions): Promise<Northlight> {
  const { northlight, ready } = await launchNorthlight(options);
  await ready;
  return northlight;
}

/** The same without waiting until it answers. */
export async function launchNorthlight({ dataDir, port, env = {} }: StartOptions): Promise<Launched> {
  if (!existsSync(mainFile)) throw new Error('build the product first: npm run build');
  const chosen = port ?? (await findFreePort());
  const url = `http://localhost:${chosen}`;
  const child = spawn(process.execPath, [mainFile], {
    env: { ...process.env, ...environment(dataDir, chosen), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaint = '';
  for (const output of [child.stdout, child.stderr]) {
    output.on('data', (chunk) => {
      complaint = (complaint + chunk).slice(-20_000);
    });
  }
  const exited = once(child, 'exit');
  const outputClosed = once(child, 'close');
  // A test that failed half-way leaves no server behind it.
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  child.once('exit', () => process.off('exit', killWithUs));
  const northlight = {
    url,
    port: chosen,
    dataDir,
    pid: child.pid ?? 0,
    servingPid: () => (process.platform === 'linux' ? (workersOf(child.pid ?? 0)[0] ?? 0) : 0),
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
      return child.exitCode;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
  const ready = waitUntilReady(child, url, async () => {
    // The last output may arrive after the process has exited.
    if (!isRunning(child)) await outputClosed;
    return complaint;
  });
  // Whoever launches to kill does not listen.
  ready.catch(() => {});
  return { northlight, ready };
}

/** Creates a company the way an operator does, beside a running server or without one. */
export async function createCompany(
  { dataDir, port, env = {} }: { dataDir: string; port: number; env?: Record<string, string> },
  name: string,
  domain: string,
): Promise<CreatedCompany> {
  const printed = await runCli(dataDir, port, ['company', 'create', '--name', name, '--domain', domain], env);
  const read = (label: string) => {
    const value = new RegExp(`^${label}\\s{2,}(.+)$`, 'm').exec(printed)?.[1];
    if (!value) throw new Error(`the command did not print ${label}: ${printed}`);
    return value;
  };
  return {
    id: read('id'),
    accessKey: read('access key'),
    portal: read('portal'),
    trackingPage: read('tracking page'),
    // The last label; its value has two lines.
    snippet: printed
      .slice(printed.indexOf(read('tracking code')))
      .trim()
      .replace(/\n\s+/, '\n'),
  };
}

export async function runCli(
  dataDir: string,
  port: number,
  args: string[],
  env: Record<string, string> = {},
): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [cliFile, ...args], {
    env: { ...process.env, ...environment(dataDir, port), ...env },
  });
  return stdout;
}

export function makeDataDir(): { dataDir: string; remove: () => void } {
  const dataDir = mkdtempSync(join(tmpdir(), 'northlight-e2e-'));
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) };
}

export async function findFreePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port was found');
  return address.port;
}

function environment(dataDir: string, port: number): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'warn',
    PUBLIC_URL: `http://localhost:${port}`,
    // The tests stand where a proxy would: each says which address its visitor has.
    TRUST_PROXY: 'loopback',
    TRACK_EVENTS_PER_SECOND: '100000',
    TRACK_COMPANY_EVENTS_PER_SECOND: '100000',
  };
}

async function waitUntilReady(
  child: ChildProcess,
  url: string,
  complaint: () => Promise<string>,
): Promise<void> {
  const deadline = Date.now() + startMaxMs;
  while (Date.now() < deadline) {
    if (!isRunning(child)) {
      throw new Error(`the server ended with ${child.exitCode ?? child.signalCode}: ${await complaint()}`);
    }
    const isReady = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return;
    await delay(50);
  }
  throw new Error(`the server was not ready in time: ${await complaint()}`);
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}
