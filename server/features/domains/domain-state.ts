import type { CheckedColumns, DomainRow } from './domains.queries.ts';
import type { ProofCheck } from './proof-record.ts';

export interface TimedCheck {
  check: ProofCheck;
  /** When the question was asked. */
  askedAt: Date;
  now: Date;
}

/**
 * How long a record has to be missing before its host stops. Resolvers keep the answer that there is no record, usually for
 * at most an hour: an earlier question can get the first answer again, although the record was missing for a minute.
 */
const missingMinMs = 3_600_000;

/**
 * The columns of a claim after a check. An absence can be a mistake that is corrected at once, so a host in use stops only
 * if its record is still missing an hour after the first absence, without a success between them.
 */
export function toChecked(row: DomainRow, { check, askedAt, now }: TimedCheck): CheckedColumns {
  const { verified_at, stopped_at, found_at, failing_since } = row;
  if (check.is === 'found')
    return {
      ...{ verified_at: verified_at ?? now, stopped_at: null, found_at: now, checked_at: now },
      ...{ problem: null, failing_since: null },
    };
  const { problem } = check;
  if (check.is === 'unknown')
    return { verified_at, stopped_at, found_at, checked_at: now, problem, failing_since };
  const stops = verified_at !== null && failing_since !== null && isLongMissing(failing_since, askedAt);
  return {
    verified_at: stops ? null : verified_at,
    stopped_at: stops ? now : stopped_at,
    ...{ found_at, checked_at: now, problem, failing_since: failing_since ?? now },
  };
}

const isLongMissing = (since: Date, askedAt: Date) => askedAt.getTime() - since.getTime() >= missingMinMs;

/** A host whose record is missing while another claim to it is proved stops at once. */
export function toLost(row: DomainRow, now: Date): CheckedColumns {
  const problem = 'The record of this address is missing, and another portal of this agency has proved it.';
  return {
    ...{ verified_at: null, stopped_at: now, found_at: row.found_at, checked_at: now, problem },
    failing_since: row.failing_since ?? now,
  };
}
