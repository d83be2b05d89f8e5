import type { RejectionReason } from '../../../../contract/company/rejected-events.ts';
import type { ErrorCode } from '../../../../contract/errors.ts';
import { AppError } from '../../../platform/errors.ts';

/** Why events were rejected. The company sees the reason; `company-unknown` is counted in the metrics only. */
export type RejectionErrorReason = RejectionReason | 'company-unknown';

/** Rejects events. The answer contains the code and the message, but not always the reason. */
export class RejectionError extends AppError {
  readonly reason: RejectionErrorReason;

  constructor(reason: RejectionErrorReason, status: number, code: ErrorCode, message: string) {
    super(status, code, message);
    this.reason = reason;
  }
}

export function rejectionError(
  status: number,
  code: ErrorCode & RejectionReason,
  message: string,
): RejectionError {
  return new RejectionError(code, status, code, message);
}

/**
 * The error for events that do not belong to a company: unknown or malformed id, foreign origin, page on another host.
 * It has the same text for all of them, so that it reveals nothing about the company. The company's tracking page shows
 * the reason.
 */
export function foreignEventError(reason: RejectionErrorReason): RejectionError {
  return new RejectionError(
    reason,
    403,
    'event-refused',
    'The event was rejected. Check the company id in the tracking code; the tracking page of the company lists the reason under "Rejected events".',
  );
}
