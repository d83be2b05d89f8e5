import { execFileSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attachEmbedded } from '../../../server/db/embedded/embedded.ts';
import { createCompany, makeDataDir, startNorthlight } from '../../northlight.ts';
import { appSecret, require, type Scenario, secondsUntil, until } from '../ground.ts';
import { expectNothingLost } from '../recount.ts';
import { startVisitors } from '../visitors.ts';

/** Room for a fresh database and its first write-ahead logs. */
const diskMb = 300;
const leaveMb = 3;

export const diskFull: Scenario = {
  name: 'the disk under the database fills up',
  promise: 'errors, no false answer; with room again nothing acknowledged is lost',
  isLong: true,
  run: async (ground) => {
    if (!ground.isOwn) return { notTried: 'the disk of somebody else’s server is not ours to fill' };
    const { dataDir, remove } = makeDataDir();
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m`, 'northlight-faults', dataDir], {
        stdio: 'pipe',
      });
    } catch {
      remove();
      return { notTried: 'this account may not mount a small disk' };
    }
    try {
      return await fill(dataDir);
    } finally {
      execFileSync('umount', ['--lazy', dataDir]);
      remove();
    }
  },
};

async function fill(dataDir: string) {
  // The database itself is to meet the full disk, and not the reserve that tracking keeps.
  const env = { APP_SECRET: appSecret, DISK_RESERVE_MB: '1' };
  const northlight = await startNorthlight({ dataDir, env });
  const company = await createCompany({ dataDir, port: northlight.port, env }, 'Small Disk', 'localhost');
  const visitors = startVisitors(() => northlight.url, company.id, 20);
  await until('enough was taken', () => visitors.acknowledged.size >= 300);
  visitors.refusals();

  const filler = join(dataDir, 'filler');
  const { bavail, bsize } = statfsSync(dataDir);
  writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - leaveMb * 1_000_000)));
  const statuses: Record<string, number> = {};
  await until('the full disk is told', () => {
    for (const [status, count] of Object.entries(visitors.refusals().statuses)) {
      statuses[status] = (statuses[status] ?? 0) + count;
    }
    return (statuses['503'] ?? 0) >= 20;
  });
  const before = visitors.acknowledged.size;
  rmSync(filler);
  const recoverySeconds = await secondsUntil(
    'it took events again',
    () => visitors.acknowledged.size > before + 50,
  );
  await visitors.stop();
  const database = await attachEmbedded({ dataDir });
  require(database !== undefined, 'the database is not running');
  const acknowledged = [...visitors.acknowledged];
  const found = await expectNothingLost(database.url, company.id, acknowledged);
  await database.stop();
  require((await northlight.stop()) === 0, 'it did not end in good order');
  const others = Object.keys(statuses).filter((status) => status !== '503');
  require(others.length === 0, `other answers than 503: ${JSON.stringify(statuses)}`);
  return { acknowledged: acknowledged.length, found, recoverySeconds };
}
