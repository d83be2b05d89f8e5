import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { listWorkers } from './processes.ts';
import { prepareStoryDatabase, toDatabaseSettings } from './story-database.ts';

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
  /** The parent process, which receives signals. */
  pid: number;
  /** The only worker; 0 where the system has no /proc. */
  servingPid: () => number;
  /** The end of what the server printed: warnings and errors. */
  output: () => string;
  /** Sends SIGTERM; resolves with the exit code. */
  stop: () => Promise<number | null>;
  /** Sends SIGKILL. */
  kill: () => Promise<void>;
}

export interface StartOptions {
  dataDir: string;
  port?: number;
  env?: Record<string, string>;
}

export interface LaunchedNorthlight {
  northlight: Northlight;
  /** Resolves when /readyz answers 200; rejects with the output when the process exits first. */
  ready: Promise<void>;
}

/** Starts the built server in a separate process, as `npm start` does, and waits until it is ready. */
export async function startNorthlight(options: StartOptions): Promise<Northlight> {
  const { northlight, ready } = await launchNorthlight(options);
  await ready;
  return northlight;
}

/** Starts the server without waiting until it is ready. */
export async function launchNorthlight({
  dataDir,
  port,
  env = {},
}: StartOptions): Promise<LaunchedNorthlight> {
  if (!existsSync(mainFile)) throw new Error('the server is not built; run: npm run build');
  await prepareStoryDatabase(dataDir);
  const chosen = port ?? (await findFreePort());
  const url = `http://localhost:${chosen}`;
  const child = spawn(process.execPath, [mainFile], {
    env: { ...process.env, ...toEnvironment(dataDir, chosen), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output = (output + chunk).slice(-20_000);
    });
  }
  const exited = once(child, 'exit');
  const streamsClosed = once(child, 'close');
  // A failed test must not leave a server running.
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  child.once('exit', () => process.off('exit', killWithUs));
  const northlight = {
    url,
    port: chosen,
    dataDir,
    pid: child.pid ?? 0,
    output: () => output,
    servingPid: () => (process.platform === 'linux' ? (listWorkers(child.pid ?? 0)[0] ?? 0) : 0),
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
    if (!isRunning(child)) await Promise.race([streamsClosed, delay(5_000, undefined, { ref: false })]);
    return output;
  });
  // Callers that launch the server only to kill it do not await `ready`.
  ready.catch(() => {});
  return { northlight, ready };
}

/** Creates a company with the operator's command. Works with and without a running server. */
export async function createCompany(
  { dataDir, port, env = {} }: { dataDir: string; port: number; env?: Record<string, string> },
  name: string,
  domain: string,
  options: string[] = [],
): Promise<CreatedCompany> {
  const args = ['company', 'create', '--name', name, '--domain', domain, ...options];
  const printed = await runCli(dataDir, port, args, env);
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
    // The last value of the output; it has two lines.
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
    env: { ...process.env, ...toEnvironment(dataDir, port), ...env },
  });
  return stdout;
}

export function makeDataDir(): { dataDir: string; remove: () => void } {
  const dataDir = mkdtempSync(join(tmpdir(), 'northlight-e2e-'));
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) };
}

/** Starts a server with a data folder for it alone. `end` stops it and deletes the folder. */
export async function startSeparateServer(
  env: Record<string, string> = {},
): Promise<{ northlight: Northlight; end: () => Promise<void> }> {
  const { dataDir, remove } = makeDataDir();
  const northlight = await startNorthlight({ dataDir, env });
  const end = async () => {
    await northlight.stop();
    remove();
  };
  return { northlight, end };
}

/**
 * A free port of those that no system assigns by itself. Between this check and the start of the server an assigned one
 * could go to any other program that listens.
 */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = randomInt(11_000, 32_000);
    if (await isFree(port)) return port;
  }
  throw new Error('no free port was found');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}

function toEnvironment(dataDir: string, port: number): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    ...toDatabaseSettings(dataDir),
    PORT: String(port),
    LOG_LEVEL: 'warn',
    PUBLIC_URL: `http://localhost:${port}`,
    // Tests set the client's address in X-Forwarded-For, as a proxy would.
    TRUST_PROXY: 'loopback',
    TRACK_EVENTS_PER_SECOND: '100000',
    TRACK_COMPANY_EVENTS_PER_SECOND: '100000',
  };
}

async function waitUntilReady(
  child: ChildProcess,
  url: string,
  output: () => Promise<string>,
): Promise<void> {
  const deadline = Date.now() + startMaxMs;
  while (Date.now() < deadline) {
    if (!isRunning(child)) {
      throw new Error(`the server exited with ${child.exitCode ?? child.signalCode}: ${await output()}`);
    }
    // A connection that another program accepts and closes must not leave this request waiting forever.
    const isReady = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return;
    await delay(50);
  }
  throw new Error(`the server was not ready in time: ${await output()}`);
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}
