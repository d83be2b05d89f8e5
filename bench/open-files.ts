import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Raises a running process's limit of open files, which include sockets. Throws with instructions if the system
 * does not allow it. Linux only.
 */
export function allowOpenFiles(pid: number, count: number): void {
  if (readLimit(pid) >= count) return;
  try {
    execFileSync('prlimit', ['--pid', String(pid), `--nofile=${count}:${count}`], { stdio: 'pipe' });
  } catch {
    throw new Error(
      `a process may have ${readLimit(pid)} open files here, but ${count} are needed: run again after \`ulimit -n ${count}\`, or with fewer --streams`,
    );
  }
}

function readLimit(pid: number): number {
  const limits = readFileSync(`/proc/${pid}/limits`, 'utf8');
  const [, soft = '0'] = /^Max open files\s+(\w+)/m.exec(limits) ?? [];
  return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft);
}
