import { type Db, type Tx, toTx } from '../client.ts';
import { markTransaction } from '../transaction-guard.ts';
import { sendTogether } from './send-together.ts';

/**
 * A transaction for a connection that is pipelined: BEGIN is sent with the first statements, and `work` sends `commit`
 * with its last ones. Resolves after COMMIT. A statement that fails makes PostgreSQL answer COMMIT with ROLLBACK.
 */
export async function pipelineTransaction<Result>(
  db: Db,
  work: (tx: Tx, commit: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const client = await db.connect();
  let isCommitSent = false;
  const commit = async () => {
    isCommitSent = true;
    const { command } = await client.query('COMMIT');
    if (command !== 'COMMIT') throw new Error(`The database answered COMMIT with ${command}.`);
  };
  try {
    const began = client.query('BEGIN');
    // Waits for both, so that nothing uses the connection after it is released.
    const [, result] = await sendTogether([began, markTransaction(() => work(toTx(client), commit))]);
    if (!isCommitSent) await commit();
    client.release();
    return result;
  } catch (error) {
    // A connection whose ROLLBACK fails may still have an open transaction.
    const rolledBack = isCommitSent ? Promise.resolve() : client.query('ROLLBACK');
    await rolledBack.then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
}
