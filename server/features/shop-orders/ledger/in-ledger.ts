import type { Db, Tx } from '../../../db/client.ts';
import { lockForTransaction } from '../../../db/locks.ts';
import { unavailable } from '../../../platform/errors.ts';
import { withDeadlockRetry } from '../../tracking/commit/deadlock-retry.ts';
import { withMonthErrors } from './stored-months.ts';

/** Requests of one company that may wait in this process. */
const waitingMax = 200;

const lines = new Map<string, { last: Promise<unknown>; count: number }>();

/**
 * Runs a transaction of a company's ledger while no other runs. `given`: what it is about, to name the one whose month is
 * not stored.
 */
export function inLedger<Result>(
  db: Db,
  companyId: string,
  given: readonly { occurredAt: Date }[],
  work: (tx: Tx, now: Date) => Promise<Result>,
): Promise<Result> {
  return inTurn(companyId, () =>
    withMonthErrors(db, given, () =>
      withDeadlockRetry(() =>
        db.transaction(async (tx) => {
          await lockForTransaction(tx, { lock: 'verified-orders', companyId });
          return work(tx, new Date());
        }),
      ),
    ),
  );
}

/**
 * One after the other in this process. The lock in the database does this across processes; alone, it would keep a
 * connection for each request that waits, and fail those that wait long.
 */
async function inTurn<Result>(companyId: string, work: () => Promise<Result>): Promise<Result> {
  const line = lines.get(companyId) ?? { last: Promise.resolve(), count: 0 };
  if (line.count >= waitingMax) throw unavailable();
  line.count += 1;
  lines.set(companyId, line);
  const result = line.last.then(work);
  // A failed transaction must not fail the next.
  line.last = result.catch(() => {});
  try {
    return await result;
  } finally {
    line.count -= 1;
    if (line.count === 0) lines.delete(companyId);
  }
}
