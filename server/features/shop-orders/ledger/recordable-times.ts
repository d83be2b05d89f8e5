import type { Tx } from '../../../db/client.ts';
import { listRawTimes } from '../../../db/raw-events.ts';
import { AppError } from '../../../platform/errors.ts';

/** No shop reports older orders. Earlier times are mistakes, and those before 1970 or after 9999 could not be stored. */
const earliest = '2000-01-01';
/** The tolerance for clocks that are wrong. */
const aheadMaxMs = 3_600_000;

/** The problem of the time of an order, a refund or a change of them; undefined if it can be recorded. */
export function findTimeProblem(time: Date, now: Date): string | undefined {
  if (time.getTime() > now.getTime() + aheadMaxMs) return 'must not be more than an hour in the future';
  return time.getTime() >= Date.parse(earliest) ? undefined : `must not be before ${earliest}`;
}

/**
 * Throws a 400 that names the first order or refund whose time cannot be recorded. Whether its month is still stored is
 * another question (`stored-months.ts`).
 */
export function requireRecordableTimes(
  given: readonly { occurredAt: Date; changedAt?: Date | undefined }[],
  now: Date,
): void {
  for (const [index, { occurredAt, changedAt }] of given.entries()) {
    const problem = findTimeProblem(occurredAt, now) ?? (changedAt && findTimeProblem(changedAt, now));
    if (problem === undefined) continue;
    const field = given.length === 1 ? 'occurredAt' : `${index}.occurredAt`;
    throw new AppError(400, 'invalid-request', `${field} ${problem}.`, { field });
  }
}

/**
 * Throws a 400 if the month of a refund that has to wait for its order is not stored: otherwise the order could never be
 * recorded.
 */
export async function requireStoredMonth(tx: Tx, time: Date): Promise<void> {
  const times = await listRawTimes(tx);
  if (times.some(({ from, to }) => time.getTime() >= from && time.getTime() < to)) return;
  const message = 'The month of this refund is not stored, so it cannot be recorded.';
  throw new AppError(400, 'invalid-request', message, { field: 'occurredAt' });
}
