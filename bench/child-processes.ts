import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What must be undone when the bench ends, however it ends; the last begun is undone first. */
const cleanups: (() => Promise<void> | void)[] = [];

export function onCleanup(work: () => Promise<void> | void): void {
  cleanups.push(work);
}

/** Stops every process that was started and removes every folder that was made. */
export async function cleanUp(): Promise<void> {
  for (let work = cleanups.pop(); work; work = cleanups.pop()) {
    await Promise.resolve(work()).catch((error: unknown) => console.error(error));
  }
}

export function makeTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'northlight-bench-'));
  // As root the database runs under an account of its own, which must be able to pass.
  chmodSync(folder, 0o711);
  onCleanup(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a file of the bench as a process that talks to this one. */
export function forkBenchProcess(file: string): ChildProcess {
  const child = fork(join(root, 'bench', file), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  onCleanup(() => endChild(child, 'SIGTERM'));
  return child;
}

/** Runs a Node program of ours; `output` grows with what it prints. */
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
    // The end of it: what explains a failure, and no more than that.
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
