import { execFileSync } from 'node:child_process';
import { makeDataDir } from '../northlight.ts';

export interface SmallDisk {
  dataDir: string;
  unmount: () => void;
}

/** Mounts a file system of this size as a data folder. Undefined if this account may not mount one. */
export function mountSmallDisk(sizeMb: number): SmallDisk | undefined {
  const { dataDir, remove } = makeDataDir();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'northlight-faults', dataDir], {
      stdio: 'pipe',
    });
  } catch {
    remove();
    return undefined;
  }
  const unmount = () => {
    execFileSync('umount', ['--lazy', dataDir]);
    remove();
  };
  return { dataDir, unmount };
}
