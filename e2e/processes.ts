import { readdirSync, readFileSync } from 'node:fs';

/** The processes that serve requests: the parent's children that are Node. Its other child is the database. */
export function workersOf(parent: number): number[] {
  return childrenOf(parent).filter((pid) => readProc(pid, 'cmdline').includes('main.js'));
}

export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => Number(/^PPid:\s+(\d+)/m.exec(readProc(child, 'status'))?.[1]) === parent);
}

export function isAlive(pid: number): boolean {
  return /^State:\s+[^ZX]/m.test(readProc(pid, 'status'));
}

/** A file of a process below /proc; empty when the process has ended. */
export function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
