import pg from 'pg';
import { type Tx, toTx } from './client.ts';

const ownerLockMs = 5_000;

/**
 * Runs a change of the schema on a connection of the owner's, which is closed afterwards: while requests are
 * served nothing holds one.
 */
export async function asOwner<Result>(
  ownerUrl: string,
  work: (owner: Tx) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: 'northlight maintenance',
    connectionTimeoutMillis: 5_000,
    lock_timeout: ownerLockMs,
  });
  // A connection that breaks also fails the query under way, which tells.
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(toTx(client));
  } finally {
    await client.end().catch(() => {});
  }
}

/** Schemas whose rows the server reads and writes. */
const schemas = ['public', 'pgboss'];

/**
 * Lets the role of `appUrl` read and change rows, also of tables that come later, and nothing else: it owns no
 * table and may create none. The schemas must exist.
 */
export async function grantToApp(
  owner: Tx,
  { ownerUrl, appUrl }: { ownerUrl: string; appUrl: string },
): Promise<void> {
  const { user } = new pg.Client({ connectionString: appUrl });
  const { user: ownerName } = new pg.Client({ connectionString: ownerUrl });
  if (user === undefined || user === ownerName) return;
  const app = pg.escapeIdentifier(user);
  const statements = schemas.flatMap((schema) => [
    `GRANT USAGE ON SCHEMA ${schema} TO ${app}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${app}`,
    `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${app}`,
    `ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${app}`,
    `ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT USAGE, SELECT ON SEQUENCES TO ${app}`,
  ]);
  // Databases made before PostgreSQL 15 let everybody create tables here.
  await owner.query(['REVOKE CREATE ON SCHEMA public FROM PUBLIC', ...statements].join(';'));
}
