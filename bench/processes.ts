import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** CPU time since their start of a program's own processes and of all others below it (its PostgreSQL). */
export interface CpuTime {
  ownSeconds: number;
  childrenSeconds: number;
}

interface Stat {
  pid: number;
  name: string;
  parent: number;
  ticks: number;
  endedChildrenTicks: number;
}

const isLinux = process.platform === 'linux';
const ticksPerSecond = isLinux ? Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })) : 100;

/** Null on systems other than Linux. */
export function readCpuTime(pid: number): CpuTime | null {
  if (!isLinux) return null;
  const members = listTree(pid);
  const own = members.find((stat) => stat.pid === pid);
  if (!own) return null;
  // Workers are children too, but count as the program's own processes.
  const isOwn = (stat: Stat) => stat.name === own.name;
  const ownTicks = members.filter(isOwn).reduce((sum, stat) => sum + stat.ticks, 0);
  const others = members.filter((stat) => !isOwn(stat));
  const childrenTicks = others.reduce((sum, stat) => sum + stat.ticks + stat.endedChildrenTicks, 0);
  return { ownSeconds: ownTicks / ticksPerSecond, childrenSeconds: childrenTicks / ticksPerSecond };
}

/** A process and everything below it. */
function listTree(pid: number): Stat[] {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(Number(name)) ?? []);
  const tree = new Set([pid]);
  // Parents may have higher pids than their children, so repeat until nothing is added.
  for (let size = 0; size !== tree.size; ) {
    size = tree.size;
    for (const stat of stats) if (tree.has(stat.parent)) tree.add(stat.pid);
  }
  return stats.filter((stat) => tree.has(stat.pid));
}

/**
 * Processor time since their start of the threads of a server and of its database, to the microsecond: `readCpuTime` counts
 * hundredths of a second. Without threads and processes that have ended.
 */
export function readTreeCpuMs(pid: number): { nodeMs: number; postgresMs: number } | null {
  if (!isLinux) return null;
  const members = listTree(pid);
  const own = members.find((stat) => stat.pid === pid);
  if (!own) return null;
  const sum = (stats: Stat[]) => stats.reduce((total, stat) => total + readThreadsMs(stat.pid), 0);
  return {
    nodeMs: sum(members.filter(({ name }) => name === own.name)),
    postgresMs: sum(members.filter(({ name }) => name !== own.name)),
  };
}

function readThreadsMs(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .map(
        (task) => Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6,
      )
      .reduce((total, ms) => total + ms, 0);
  } catch {
    // The process has exited.
    return 0;
  }
}

export function cpuBetween(before: CpuTime | null, after: CpuTime | null): CpuTime | null {
  if (!before || !after) return null;
  return {
    ownSeconds: after.ownSeconds - before.ownSeconds,
    childrenSeconds: after.childrenSeconds - before.childrenSeconds,
  };
}

/** Busy CPU time of all cores since the machine's start; null on systems other than Linux. */
export function readMachineBusySeconds(): number | null {
  if (!isLinux) return null;
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  // proc(5): user, nice, system, idle, iowait, irq, softirq, steal
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softirq + steal) / ticksPerSecond;
}

/** Current resident memory and its peak since `resetPeakMemory`, in MB (10^6 bytes). Null on systems other than Linux. */
export function readMemory(pid: number): { nowMb: number; peakMb: number } | null {
  if (!isLinux) return null;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) =>
    (Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) * 1024) / 1e6;
  return { nowMb: read('VmRSS'), peakMb: read('VmHWM') };
}

/** Resets the peak, so that it does not include the start. */
export function resetPeakMemory(pid: number): void {
  // proc(5): 5 resets the peak resident set size.
  if (isLinux) writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** The worker: the child that runs the same program. The parent itself on systems other than Linux. */
export function findServingProcess(parent: number): number {
  if (!isLinux) return parent;
  const name = readStat(parent)?.name;
  const children = readdirSync('/proc').flatMap((entry) => readStat(Number(entry)) ?? []);
  return children.find((stat) => stat.parent === parent && stat.name === name)?.pid ?? parent;
}

function readStat(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The process name before it may contain spaces and brackets.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const at = (index: number) => Number(fields[index]);
    const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));
    return { pid, name, parent: at(1), ticks: at(11) + at(12), endedChildrenTicks: at(13) + at(14) };
  } catch {
    // The process has exited.
    return undefined;
  }
}
