import type { Db } from '../../../db/client.ts';
import { listRawTimes } from '../../../db/raw-events.ts';
import { AppError } from '../../../platform/errors.ts';

/** PostgreSQL's code for a row that no partition accepts. */
const noPartition = '23514';

/**
 * Runs `work`, and names the order or refund whose month is not stored: months are deleted after the retention time, and
 * only the next ones exist in advance.
 */
export async function withMonthErrors<Result>(
  db: Db,
  given: readonly { occurredAt: Date }[],
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === noPartition)) throw error;
    const times = await listRawTimes(db);
    const index = given.findIndex(
      ({ occurredAt }) => !times.some(({ from, to }) => +occurredAt >= from && +occurredAt < to),
    );
    const first = times[0];
    if (index < 0 || !first) throw error;
    const since = new Date(first.from).toISOString().slice(0, 10);
    const message = `Orders and refunds can be recorded from ${since} on, and not in the future.`;
    const field = given.length === 1 ? 'occurredAt' : `${index}.occurredAt`;
    throw new AppError(400, 'invalid-request', message, { field, cause: error });
  }
}
