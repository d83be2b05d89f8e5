import { spawn } from 'node:child_process';
import { once } from 'node:events';

const loop = 'const end = Date.now() + Number(process.argv[1]); while (Date.now() < end);';

/** Starts processes that only use the processor. They end by themselves after `maxMs`, also when the test run is killed. */
export function startBusyLoops(count: number, maxMs: number): { stop: () => Promise<void> } {
  const loops = Array.from({ length: count }, () => {
    const child = spawn(process.execPath, ['-e', loop, String(maxMs)], { stdio: 'ignore' });
    return { child, ended: once(child, 'exit') };
  });
  return {
    stop: async () => {
      for (const { child } of loops) child.kill('SIGKILL');
      await Promise.all(loops.map(({ ended }) => ended));
    },
  };
}
