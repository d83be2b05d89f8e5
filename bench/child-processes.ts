import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Runs in reverse order when the benchmark ends. */
const cleanups: (() => Promise<void> | void)[] = [];

export function onCleanup(work: () => Promise<void> | void): void {
  cleanups.push(work);
}

/** Stops every process and removes every folder of the benchmark. */
export async function cleanUp(): Promise<void> {
  for (let work = cleanups.pop(); work; work = cleanups.pop()) {
    await Promise.resolve(work()).catch((error: unknown) => console.error(error));
  }
}

export function makeTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'northlight-bench-'));
  // Under root the database runs as another account, which must be able to enter the folder.
  chmodSync(folder, 0o711);
  onCleanup(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a file of this folder in a child process with an IPC channel. */
export function forkBenchProcess(file: string): ChildProcess {
  const child = fork(join(root, 'bench', file), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  onCleanup(() => endChild(child, 'SIGTERM'));
  return child;
}

/** Runs a Node program; `output` returns what it has printed so far. */
export function spawnNode(
  args: string[],
  env: NodeJS.ProcessEnv,
): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer) => {
    // The last part is enough to explain a failure.
    output = (output + chunk.toString()).slice(-20_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return { child, output: () => output };
}

export async function endChild(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
