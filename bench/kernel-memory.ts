import { readFileSync } from 'node:fs';

/** What the kernel holds in its own structures (sockets, open files) and in buffers of TCP, for all of the machine, in bytes. */
export function readKernelMemory(): number {
  const slab = /^Slab:\s+(\d+) kB/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1];
  const pages = /^TCP:.* mem (\d+)/m.exec(readFileSync('/proc/net/sockstat', 'utf8'))?.[1];
  return Number(slab ?? 0) * 1024 + Number(pages ?? 0) * 4096;
}
