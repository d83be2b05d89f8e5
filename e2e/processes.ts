import { readdirSync, readFileSync } from 'node:fs';

/** The processes that serve requests. The parent's other child is the database. */
export function listWorkers(parent: number): number[] {
  return listChildren(parent).filter((pid) => readProc(pid, 'cmdline').includes('main.js'));
}

export function listChildren(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => Number(/^PPid:\s+(\d+)/m.exec(readProc(child, 'status'))?.[1]) === parent);
}

export function isAlive(pid: number): boolean {
  return /^State:\s+[^ZX]/m.test(readProc(pid, 'status'));
}

/** A file of a process in /proc; empty when the process has exited. */
export function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
