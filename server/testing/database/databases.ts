import { randomBytes } from 'node:crypto';
import { withClient } from './with-client.ts';

export interface TestDatabase {
  name: string;
  url: string;
  drop: () => Promise<void>;
}

/** Creates a database on a server, empty or as a copy of a template. */
export async function createDatabase(
  adminUrl: string,
  template = 'template0',
  name = makeDatabaseName(),
): Promise<TestDatabase> {
  await asAdmin(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  return {
    name,
    url: toDatabase(adminUrl, name),
    drop: () => dropDatabase(adminUrl, name),
  };
}

const dropAttempts = 5;

/** A process of Citus that is in the database may need longer to end than DROP DATABASE waits. */
export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await asAdmin(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    } catch (error) {
      const isInUse = error instanceof Error && error.message.includes('is being accessed by other users');
      if (!isInUse || attempt === dropAttempts) throw error;
    }
  }
}

export const makeDatabaseName = () => `northlight_test_${randomBytes(6).toString('hex')}`;

async function asAdmin(adminUrl: string, statement: string): Promise<void> {
  await withClient(adminUrl, (client) => client.query(statement));
}

/** The URL of another database on the same server. URL cannot parse the address of a socket, which has no host. */
function toDatabase(url: string, name: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${name}`);
}
