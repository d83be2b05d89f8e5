import type { Db } from '../../../db/client.ts';
import { listRawTimes } from '../../../db/raw-events.ts';
import { AppError } from '../../../platform/errors.ts';
import { isDatabaseUnavailable } from '../../../platform/http/error-handler.ts';

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
    // Which months are stored decides, not the code of the failure: a cluster reports a row that no partition accepts as
    // an internal error.
    if (error instanceof AppError || isDatabaseUnavailable(error)) throw error;
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
