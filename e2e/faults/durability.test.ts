import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { attachEmbedded } from '../../server/db/embedded.ts';
import { createCompany, makeDataDir, type Northlight, startNorthlight } from '../northlight.ts';
import { recount } from './recount.ts';
import { startVisitors } from './visitors.ts';

const rounds = 4;
const acknowledgedARound = 300;

test('kill -9 of the app under load, again and again, loses nothing acknowledged and counts nothing twice', async () => {
  const { dataDir, remove } = makeDataDir();
  let northlight = await startNorthlight({ dataDir });
  const company = await createCompany(northlight, 'Durable Shop', 'localhost');
  const visitors = startVisitors(northlight.url, company.id, 20);
  for (let round = 1; round <= rounds; round += 1) {
    await reached(() => visitors.acknowledged.size >= round * acknowledgedARound);
    await northlight.kill();
    northlight = await startNorthlight({ dataDir, port: northlight.port });
  }
  await visitors.stop();
  await expectEverythingThere(dataDir, company.id, visitors.acknowledged);
  expect(await northlight.stop()).toBe(0);
  remove();
});

test('kill -9 of PostgreSQL under load is survived by the running app, with nothing acknowledged lost', async () => {
  const { dataDir, remove } = makeDataDir();
  const northlight = await startNorthlight({ dataDir });
  const company = await createCompany(northlight, 'Durable Shop', 'localhost');
  const visitors = startVisitors(northlight.url, company.id, 20);
  for (let round = 1; round <= rounds; round += 1) {
    await reached(() => visitors.acknowledged.size >= round * acknowledgedARound);
    killPostgres(northlight);
    const before = visitors.acknowledged.size;
    await reached(() => visitors.acknowledged.size > before + 50);
  }
  await visitors.stop();
  await expectEverythingThere(dataDir, company.id, visitors.acknowledged);
  expect(await northlight.stop()).toBe(0);
  remove();
});

async function expectEverythingThere(
  dataDir: string,
  companyId: string,
  acknowledged: Set<string>,
): Promise<void> {
  const database = await attachEmbedded({ dataDir });
  if (!database) throw new Error('the database is not running');
  const counted = await recount(database.url, companyId);
  const lost = [...acknowledged].filter((id) => !counted.eventIds.has(id));
  expect(lost).toEqual([]);
  expect(counted.mismatches).toEqual([]);
  await database.stop();
}

/** Ends the postmaster and all of its children at once, as a crash of the machine's memory would. */
function killPostgres({ pid }: Northlight): void {
  const children = (parent: number) =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((child) => parentOf(child) === parent);
  const [postmaster] = children(pid).filter((child) => commandOf(child).includes('postgres'));
  if (postmaster === undefined) throw new Error('the database process was not found');
  for (const victim of [postmaster, ...children(postmaster)]) killNow(victim);
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Ended by itself meanwhile, with those that were killed before it.
  }
}

function parentOf(pid: number): number | undefined {
  return Number(/^PPid:\s+(\d+)/m.exec(readProc(pid, 'status'))?.[1]);
}

function commandOf(pid: number): string {
  return readProc(pid, 'cmdline');
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

async function reached(isReached: () => boolean): Promise<void> {
  await expect.poll(isReached, { timeout: 60_000, interval: 20 }).toBe(true);
}
