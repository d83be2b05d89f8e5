import { inject } from 'vitest';
import { type ClusterNode, copyOnCluster } from './cluster.ts';
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
  const template = inject('templateDatabase');
  const nodes = inject('clusterNodes');
  return nodes.length === 0 ? createDatabase(adminUrl, template) : copyOnCluster(adminUrl, nodes, template);
}

/** A migrated database on one machine, also where the server of this test run is the coordinator of a cluster. */
export async function createPlainTestDatabase(): Promise<TestDatabase> {
  if (inject('clusterNodes').length === 0) return createTestDatabase();
  const database = await createDatabase(inject('databaseAdminUrl'));
  await migrateTestDatabase(database.url);
  return database;
}
