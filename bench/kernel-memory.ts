import { readFileSync } from 'node:fs';

/** Kernel memory of the whole machine in bytes: slab (sockets, open files) and TCP buffers. */
export function readKernelMemory(): number {
  const slab = /^Slab:\s+(\d+) kB/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1];
  const pages = /^TCP:.* mem (\d+)/m.exec(readFileSync('/proc/net/sockstat', 'utf8'))?.[1];
  return Number(slab ?? 0) * 1024 + Number(pages ?? 0) * 4096;
}
