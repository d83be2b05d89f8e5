import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { readConfig } from '../../config.ts';
import { startEmbedded } from '../../db/embedded/embedded.ts';
import { createCompanyFixture, expectCompanyIntact } from '../../testing/company-fixture.ts';
import { createDatabase, type TestDatabase } from '../../testing/database/databases.ts';
import { queryValues } from '../../testing/database/embedded-harness.ts';
import { testAppSecret } from '../../testing/test-app.ts';
import type { Command } from '../command.ts';
import { companyCreate } from '../company-create.ts';
import { dbBackup } from './db-backup.ts';
import { dbDistribute } from './db-distribute.ts';
import { dbMove } from './db-move.ts';
import { dbRestore } from './db-restore.ts';

// Each test starts several databases.
vi.setConfig({ testTimeout: 120_000 });

let folder: string;
let target: TestDatabase;
beforeEach(async () => {
  // Not tmpdir(), which on macOS is too long for the path of a socket.
  folder = mkdtempSync('/tmp/northlight-test-');
  target = await createDatabase(inject('databaseAdminUrl'));
});
afterEach(async () => {
  await target.drop();
  rmSync(folder, { recursive: true });
});

/** Runs a command as in a terminal and returns its output. */
async function run(command: Command, args: string[], env: Record<string, string> = {}): Promise<string> {
  const printed: string[] = [];
  const config = readConfig({ DATA_DIR: join(folder, 'data'), ...env }, folder);
  await command.run(args, { config, print: (line) => printed.push(line), log: () => {} });
  return printed.join('\n');
}

async function useEmbedded<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const embedded = await startEmbedded({ dataDir: join(folder, 'data'), log: () => {} });
  try {
    return await work(embedded.url);
  } finally {
    await embedded.stop();
  }
}

const withSecret = { APP_SECRET: testAppSecret };

test('an embedded database moves to a server only while stopped', async () => {
  const used = await useEmbedded(async (url) => {
    const company = await createCompanyFixture(url);
    await expect(run(dbMove, ['--to', target.url], withSecret)).rejects.toThrow('The server is running');
    return company;
  });
  const output = await run(dbMove, ['--to', target.url], withSecret);
  expect(output).toMatch(/Moved [\d,]+ rows of \d+ tables/);
  expect(output).toContain('APP_SECRET    the same as now');
  expect(output).not.toContain(testAppSecret);
  await expectCompanyIntact(target.url, used);
  await expect(run(dbMove, ['--to', target.url], withSecret)).rejects.toThrow('The target is not empty');
  await expect(run(dbMove, ['--to', 'nowhere'], withSecret)).rejects.toThrow('--to must be an address');
});

test('a backup made while the server runs moves an installation with its secret to a new folder', async () => {
  const file = join(folder, 'night.backup');
  const created = await useEmbedded(async () => {
    const printed = await run(companyCreate, ['--name', 'Shop', '--domain', 'shop.test']);
    expect(await run(dbBackup, ['--to', file])).toContain(join(folder, 'data', 'secrets', 'app-secret'));
    return printed;
  });
  const secret = readFileSync(join(folder, 'data', 'secrets', 'app-secret'), 'utf8').trim();
  const elsewhere = { DATA_DIR: join(folder, 'new') };
  await expect(run(dbRestore, ['--from', file], elsewhere)).rejects.toThrow('another APP_SECRET');
  const output = await run(dbRestore, ['--from', file], { ...elsewhere, APP_SECRET: secret });
  expect(output).toContain('owner          none');
  expect(output).toMatch(/access key {5}Shop \(shop\.test\), made \d{4}-\d\d-\d\d/);
  const again = await startEmbedded({ dataDir: elsewhere.DATA_DIR, log: () => {} });
  const [id] = await queryValues(again.url, 'SELECT id::text FROM companies');
  await again.stop();
  expect(created).toContain(`id             ${id}`);
});

test('distributing reports that there is nothing to do without a cluster', async () => {
  const isInstalled = inject('clusterNodes').length > 0;
  expect(await run(dbDistribute, [], { DATABASE_URL: target.url })).toContain(
    isInstalled ? 'Citus is installed on this server, but not in this database' : 'plain PostgreSQL',
  );
});

test('a missing or unknown option is named', async () => {
  await expect(run(dbBackup, [])).rejects.toThrow('--to is required');
  await expect(run(dbBackup, ['--into', 'x'])).rejects.toThrow('--into');
});
