import { type ChildProcess, spawn } from 'node:child_process';
import { endChild, onCleanup } from '../child-processes.ts';

const loop = 'const end = Date.now() + Number(process.argv[1]); while (Date.now() < end);';

/** Starts processes that only use the processor. They end by themselves after `maxMs`, also when no one stops them. */
export function startBusyLoops(count: number, maxMs: number): { stop: () => Promise<void> } {
  const children: ChildProcess[] = [];
  for (let nth = 0; nth < count; nth += 1)
    children.push(spawn(process.execPath, ['-e', loop, String(maxMs)], { stdio: 'ignore' }));
  const stop = async () => {
    await Promise.all(children.map((child) => endChild(child, 'SIGKILL')));
  };
  onCleanup(stop);
  return { stop };
}
