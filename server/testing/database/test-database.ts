import { inject } from 'vitest';
import { createDatabase, type TestDatabase } from './databases.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A server's superuser, on whose behalf each test file gets a database of its own. */
    databaseAdminUrl: string;
    /** A migrated database that new ones are copied from. */
    templateDatabase: string;
  }
}

/** A new, migrated database on the server of this test run. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(inject('databaseAdminUrl'), inject('templateDatabase'));
}
