import assert from 'node:assert/strict';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attachEmbedded } from '../../../server/db/embedded/embedded.ts';
import { createCompany, startNorthlight } from '../../northlight.ts';
import { expectNothingLost } from '../recount.ts';
import { appSecret, type Scenario, secondsUntil, waitUntil } from '../scenario.ts';
import { mountSmallDisk } from '../small-disk.ts';
import { startVisitors } from '../visitors.ts';

/** Enough for a new database and its first write-ahead logs. */
const diskMb = 300;
const leaveMb = 3;

export const diskFull: Scenario = {
  name: 'the disk under the database fills up',
  promise: 'events are answered with 503; once there is space again, no acknowledged event is lost',
  isLong: true,
  run: async (environment) => {
    if (!environment.ownsDatabase)
      return { skipped: 'the disk of the server of DATABASE_URL must not be filled' };
    const disk = mountSmallDisk(diskMb);
    if (!disk) return { skipped: 'this account may not mount a file system' };
    try {
      return await fill(disk.dataDir);
    } finally {
      disk.unmount();
    }
  },
};

async function fill(dataDir: string) {
  // So that the database runs out of space before tracking stops at its reserve.
  const env = { APP_SECRET: appSecret, DISK_RESERVE_MB: '1' };
  const northlight = await startNorthlight({ dataDir, env });
  const company = await createCompany({ dataDir, port: northlight.port, env }, 'Small Disk', 'localhost');
  const visitors = startVisitors(() => northlight.url, company.id, 20);
  await waitUntil('enough events are acknowledged', () => visitors.acknowledged.size >= 300);
  visitors.takeFailures();

  const filler = join(dataDir, 'filler');
  const { bavail, bsize } = statfsSync(dataDir);
  writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - leaveMb * 1_000_000)));
  const statuses: Record<string, number> = {};
  await waitUntil('events are answered with 503', () => {
    for (const [status, count] of Object.entries(visitors.takeFailures().statuses)) {
      statuses[status] = (statuses[status] ?? 0) + count;
    }
    return (statuses['503'] ?? 0) >= 20;
  });
  const before = visitors.acknowledged.size;
  rmSync(filler);
  const recoverySeconds = await secondsUntil(
    'events are acknowledged again',
    () => visitors.acknowledged.size > before + 50,
  );
  await visitors.stop();
  const database = await attachEmbedded({ dataDir });
  assert(database !== undefined, 'the database is not running');
  const acknowledged = [...visitors.acknowledged];
  const found = await expectNothingLost(database.url, company.id, acknowledged);
  await database.stop();
  assert((await northlight.stop()) === 0, 'it did not stop with exit code 0');
  const others = Object.keys(statuses).filter((status) => status !== '503');
  assert(others.length === 0, `other answers than 503: ${JSON.stringify(statuses)}`);
  return { acknowledged: acknowledged.length, found, recoverySeconds };
}
