import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import type { SystemAccount } from './system-account.ts';

/** Environment for PostgreSQL's programs: nothing of ours, so that no PG* variable or locale leaks in. */
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
 * The command that makes the kernel send `signal` to the program when we die, however we die.
 * Only Linux has this. The account is changed before setpriv runs: a later change would clear the signal.
 */
export function withParentDeathSignal(signal: 'INT' | 'KILL', program: string, args: string[]): [string, string[]] {
  setprivWorks ??=
    process.platform === 'linux' &&
    spawnSync('setpriv', ['--pdeathsig', 'INT', 'true'], { env: cleanEnv ?? {} }).status === 0;
  return setprivWorks ? ['setpriv', ['--pdeathsig', signal, '--', program, ...args]] : [program, args];
}

/** Runs a short program to its end. Throws with its own words when it fails. */
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
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  // A program that ends early closes its input; its exit code says more than the EPIPE.
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
  const code = await new Promise<number | string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode, signal) => resolve(exitCode ?? signal ?? 'unknown'));
  });
  if (code !== 0) throw new Error(`${program} failed (${code}):\n${output.trim()}`);
}

/**
 * When a process started, as text that differs for a later process of the same pid. Undefined when
 * there is no such process, or only its zombie.
 */
export function findProcessStart(pid: number): string | undefined {
  if (process.platform === 'linux') return linuxStart(pid);
  const [command, args] =
    process.platform === 'win32'
      ? ([
          'powershell',
          ['-NoProfile', '-Command', `(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`],
        ] as const)
      : (['ps', ['-o', 'lstart=', '-p', String(pid)]] as const);
  const answer = spawnSync(command, args, { encoding: 'utf8', ...(cleanEnv ? { env: cleanEnv } : {}) });
  return answer.status === 0 && answer.stdout.trim() !== '' ? answer.stdout.trim() : undefined;
}

function linuxStart(pid: number): string | undefined {
  const stat = readIfThere(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The second field is the program's name in parentheses and may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  if (state === 'Z' || state === 'X') return undefined;
  const boot = readIfThere('/proc/sys/kernel/random/boot_id')?.trim() ?? '';
  return `${boot} ${fields[19]}`;
}

/** Whether this living process is a PostgreSQL server on that folder, and not another program that got its pid. */
export function isServerRunning(cluster: string, pid: number): boolean {
  if (findProcessStart(pid) === undefined) return false;
  if (process.platform === 'win32') return true;
  if (process.platform === 'linux') {
    try {
      // A server always works inside its data folder; this holds even after the folder was moved.
      return readlinkSync(`/proc/${pid}/cwd`) === cluster;
    } catch {
      return false;
    }
  }
  const answer = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  return answer.stdout.includes(cluster);
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
