import { attachEmbedded } from '../server/db/embedded/embedded.ts';
import {
  addToCluster,
  distributeTestDatabase,
  listClusterNodes,
} from '../server/testing/database/cluster.ts';
import { createDatabase, type TestDatabase } from '../server/testing/database/databases.ts';
import { migrateTestDatabase } from '../server/testing/database/migrate-test-database.ts';

/** Each table has more than one shard. */
const shards = 2;

/** The databases on the server of STORY_DATABASE_URL, by data folder. */
const databases = new Map<string, TestDatabase>();

/**
 * The settings of a server's database. Without STORY_DATABASE_URL none: it starts an embedded PostgreSQL. With it, the servers
 * of a data folder share a database there, which is distributed if that is the coordinator of a cluster.
 */
export async function prepareStoryDatabase(dataDir: string): Promise<void> {
  const adminUrl = process.env.STORY_DATABASE_URL;
  if (!adminUrl || databases.has(dataDir)) return;
  const nodes = await listClusterNodes(adminUrl);
  const created = await createDatabase(adminUrl);
  const database = nodes.length === 0 ? created : await addToCluster(created, adminUrl, nodes);
  databases.set(dataDir, database);
  await migrateTestDatabase(database.url);
  if (nodes.length > 0) await distributeTestDatabase(database.url, shards);
}

export function toDatabaseSettings(dataDir: string): Record<string, string> {
  const database = databases.get(dataDir);
  return database ? { DATABASE_URL: database.url } : {};
}

/** Drops all that this process created. */
export async function dropStoryDatabases(): Promise<void> {
  for (const database of databases.values()) await database.drop();
  databases.clear();
}

/** The address of a running server's database, as the owner of its tables. */
export async function findDatabaseUrl(dataDir: string): Promise<string> {
  const database = databases.get(dataDir) ?? (await attachEmbedded({ dataDir }));
  if (!database) throw new Error('the database is not running');
  return database.url;
}
