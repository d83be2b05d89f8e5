import type { RejectionReason } from '../../../../contract/company/rejected-events.ts';
import type { AppError } from '../../../platform/errors.ts';
import type { AcceptedEvent } from '../event-batch.ts';
import type { EventSender } from '../event-rules/event-rules.ts';
import { RejectionError } from './rejection-errors.ts';
import type { Rejection } from './rejection-log.ts';

export function toRejection(error: AppError, sender: EventSender, events: number): Rejection {
  const reason = error instanceof RejectionError ? error.reason : error.code;
  return { reason, message: error.message, events, ...sender };
}

/** The rejection of an event that was accepted, but not as it was sent. */
export function toRejectionOfAccepted(
  reason: Extract<RejectionReason, 'altered-repeat' | 'properties-left-out'>,
  { origin, userAgent = '', address = '' }: AcceptedEvent,
): Rejection {
  return { reason, message: '', origin, userAgent, address, events: 1 };
}

/** Runs a check. An error is recorded for these companies and thrown again. */
export function recordRejection<Result>(
  record: (companyId: string, error: unknown) => void,
  companyIds: Iterable<string>,
  check: () => Result,
): Result {
  try {
    return check();
  } catch (error) {
    for (const id of companyIds) record(id, error);
    throw error;
  }
}
