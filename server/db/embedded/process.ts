import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import type { SystemAccount } from './system-account.ts';

/** The environment of PostgreSQL's programs. Ours is not inherited, so that no PG* variable or locale has an effect. */
const cleanEnv =
  process.platform === 'win32'
    ? undefined
    : { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' };

export function toSpawnOptions(account: SystemAccount | undefined) {
  const identity = account ? { uid: account.uid, gid: account.gid } : {};
  return cleanEnv ? { ...identity, env: cleanEnv } : identity;
}

let setprivWorks: boolean | undefined;

/**
 * Wraps a command so that the kernel sends `signal` to the program when this process ends, even if it is killed. Only
 * Linux supports this. The account is changed before setpriv runs, because a later change would clear the signal.
 */
export function withParentDeathSignal(
  signal: 'INT' | 'KILL',
  program: string,
  args: string[],
): [string, string[]] {
  setprivWorks ??=
    process.platform === 'linux' &&
    spawnSync('setpriv', ['--pdeathsig', 'INT', 'true'], { env: cleanEnv ?? {} }).status === 0;
  return setprivWorks ? ['setpriv', ['--pdeathsig', signal, '--', program, ...args]] : [program, args];
}

/** Runs a program to its end. Throws an error with its output if it fails. */
export async function runProgram(
  program: string,
  args: string[],
  options: { account: SystemAccount | undefined; cwd: string; input?: string },
): Promise<void> {
  const [command, commandArgs] = withParentDeathSignal('KILL', program, args);
  const child = spawn(command, commandArgs, {
    ...toSpawnOptions(options.account),
    cwd: options.cwd,
    stdio: 'pipe',
  });
  let output = '';
  const append = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4000);
  };
  child.stdout.on('data', append);
  child.stderr.on('data', append);
  // A program that ends early closes its input. Its exit code is more helpful than the EPIPE.
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
  const code = await new Promise<number | string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode, signal) => resolve(exitCode ?? signal ?? 'unknown'));
  });
  if (code !== 0) throw new Error(`${program} failed (${code}):\n${output.trim()}`);
}

/**
 * Returns the start time of a process, as text that differs for a later process with the same pid. Undefined if there
 * is no such process, or only a zombie.
 */
export function findProcessStart(pid: number): string | undefined {
  if (process.platform === 'linux') return findLinuxProcessStart(pid);
  const [command, args] =
    process.platform === 'win32'
      ? ([
          'powershell',
          ['-NoProfile', '-Command', `(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`],
        ] as const)
      : (['ps', ['-o', 'lstart=', '-p', String(pid)]] as const);
  const result = spawnSync(command, args, { encoding: 'utf8', ...(cleanEnv ? { env: cleanEnv } : {}) });
  return result.status === 0 && result.stdout.trim() !== '' ? result.stdout.trim() : undefined;
}

function findLinuxProcessStart(pid: number): string | undefined {
  const stat = readIfExists(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The second field is the program's name in parentheses, which may contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  if (state === 'Z' || state === 'X') return undefined;
  const boot = readIfExists('/proc/sys/kernel/random/boot_id')?.trim() ?? '';
  return `${boot} ${fields[19]}`;
}

/** Whether the process is running and is the PostgreSQL server of that folder, not another program that got its pid. */
export function isServerRunning(cluster: string, pid: number): boolean {
  if (findProcessStart(pid) === undefined) return false;
  if (process.platform === 'win32') return true;
  if (process.platform === 'linux') {
    try {
      // The working directory of a server is its data folder, even after the folder was moved.
      return readlinkSync(`/proc/${pid}/cwd`) === cluster;
    } catch {
      return false;
    }
  }
  const result = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  return result.stdout.includes(cluster);
}

function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
