import type pg from 'pg';
import { type Db, type Tx, toTx } from './client.ts';

/** A connection that COPY can run on. */
export type CopyClient = pg.ClientBase;
/** A connection outside of the pool. */
export type SeparateClient = pg.Client;

/** Reads on one connection of the pool: `client` for COPY, `tx` for everything else. */
export interface Snapshot {
  tx: Tx;
  client: CopyClient;
}

/** Runs `work` on one consistent snapshot of all tables. `work` writes nothing. */
export async function inSnapshot<Result>(
  db: Pick<Db, 'connect'>,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const client = await db.connect();
  let isBroken = true;
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const result = await work({ tx: toTx(client), client });
    await client.query('COMMIT');
    isBroken = false;
    return result;
  } finally {
    // After a failure the connection is closed: a COPY may still be sending.
    client.release(isBroken);
  }
}

export async function isAlive(client: SeparateClient): Promise<boolean> {
  return client.query('SELECT 1').then(
    () => true,
    () => false,
  );
}

/** Like `inSnapshot`, on a separate connection. */
export async function inSnapshotOf<Result>(
  client: SeparateClient,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
  try {
    return await work({ tx: toTx(client), client });
  } finally {
    await client.query('ROLLBACK').catch(() => {});
  }
}
