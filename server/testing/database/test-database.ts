import { inject } from 'vitest';
import { createDatabase, type TestDatabase } from './databases.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of a superuser of the server on which test databases are created. */
    databaseAdminUrl: string;
    /** The name of the migrated database that test databases are copied from. */
    templateDatabase: string;
  }
}

/** Creates a migrated database on the server of this test run. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(inject('databaseAdminUrl'), inject('templateDatabase'));
}
