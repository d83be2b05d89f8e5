import { randomBytes } from 'node:crypto';
import { withClient } from './with-client.ts';

export interface TestDatabase {
  name: string;
  url: string;
  drop: () => Promise<void>;
}

/** Creates a database on a server, empty or as a copy of a template. */
export async function createDatabase(adminUrl: string, template = 'template0'): Promise<TestDatabase> {
  const name = `northlight_test_${randomBytes(6).toString('hex')}`;
  await asAdmin(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  return {
    name,
    url: toDatabase(adminUrl, name),
    drop: () => asAdmin(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function asAdmin(adminUrl: string, statement: string): Promise<void> {
  await withClient(adminUrl, (client) => client.query(statement));
}

/** The URL of another database on the same server. URL cannot parse the address of a socket, which has no host. */
function toDatabase(url: string, name: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${name}`);
}
