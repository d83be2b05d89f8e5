import pg from 'pg';
import { type Tx, toTx } from './client.ts';

const ownerLockMs = 5_000;

/**
 * Runs a schema change on a connection with the owner's role. Closes it afterwards, so that no connection keeps the
 * role.
 */
export async function withOwnerConnection<Result>(
  ownerUrl: string,
  work: (owner: Tx) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: 'northlight maintenance',
    connectionTimeoutMillis: 5_000,
    lock_timeout: ownerLockMs,
  });
  // A broken connection also fails the running query, which reports the error.
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(toTx(client));
  } finally {
    await client.end().catch(() => {});
  }
}

/** Schemas in which the server reads and writes rows. */
const schemas = ['public', 'pgboss'];

/**
 * Allows the role of `appUrl` to read and change rows, also in tables created later, and nothing else: it owns no
 * table and cannot create any. The schemas must exist.
 */
export async function grantAppRole(
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
  // Databases created before PostgreSQL 15 allow every role to create tables here.
  await owner.query(['REVOKE CREATE ON SCHEMA public FROM PUBLIC', ...statements].join(';'));
}
