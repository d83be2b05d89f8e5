import { inject } from 'vitest';
import { addToCluster, type ClusterNode, distributeTestDatabase } from './cluster.ts';
import { createDatabase, type TestDatabase } from './databases.ts';
import { migrateTestDatabase } from './migrate-test-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of a superuser of the server on which test databases are created. */
    databaseAdminUrl: string;
    /** The name of the migrated database that test databases are copied from. */
    templateDatabase: string;
    /** The machines of a cluster; none for plain PostgreSQL. */
    clusterNodes: ClusterNode[];
  }
}

/** Creates a migrated database on the server of this test run, distributed if that is the coordinator of a cluster. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrl = inject('databaseAdminUrl');
  const nodes = inject('clusterNodes');
  if (nodes.length === 0) return createDatabase(adminUrl, inject('templateDatabase'));
  const database = await addToCluster(await createDatabase(adminUrl), adminUrl, nodes);
  await migrateTestDatabase(database.url);
  await distributeTestDatabase(database.url);
  return database;
}
