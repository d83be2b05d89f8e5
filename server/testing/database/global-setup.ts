import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../../db/embedded/embedded.ts';
import { addToCluster, closeForCopies, distributeTestDatabase, listClusterNodes } from './cluster.ts';
import { createDatabase } from './databases.ts';
import { migrateTestDatabase } from './migrate-test-database.ts';

/** Each worker runs up to four servers at once, and a server opens up to twenty connections. */
const connectionsMax = 400;

/**
 * Starts one PostgreSQL for the whole run, or uses the server of TEST_DATABASE_URL (as a role that may create
 * databases). Each test file gets a copy of a migrated template database, which is distributed if the server is the
 * coordinator of a cluster.
 */
// Vitest requires a default export.
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const dataDir = mkdtempSync(join(tmpdir(), 'northlight-test-'));
  const embedded = given
    ? undefined
    : await startEmbedded({
        dataDir,
        log: () => {},
        settings: { max_connections: String(connectionsMax) },
      });
  const adminUrl = given ?? embedded?.adminUrl ?? '';
  const nodes = given ? await listClusterNodes(given) : [];
  const created = await createDatabase(adminUrl);
  const template = nodes.length === 0 ? created : await addToCluster(created, adminUrl, nodes);
  await migrateTestDatabase(template.url);
  if (nodes.length > 0) {
    // Each table has more than one shard, and a copy is quick.
    await distributeTestDatabase(template.url, 2);
    await closeForCopies(template.name, adminUrl, nodes);
  }
  project.provide('databaseAdminUrl', adminUrl);
  project.provide('templateDatabase', template.name);
  project.provide('clusterNodes', nodes);
  return async () => {
    await template.drop();
    await embedded?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
