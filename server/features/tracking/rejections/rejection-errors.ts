import type { ErrorCode } from '../../../../contract/errors.ts';
import type { RejectionReason } from '../../../../contract/rejected-events.ts';
import { AppError } from '../../../platform/errors.ts';

/** Why events were refused: what the company sees, and for events that name no company, the metrics. */
export type RejectionErrorReason = RejectionReason | 'company-unknown';

/** A refusal with a reason that the answer may not contain. */
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
 * The one answer for events that do not belong to a company: unknown or malformed id, foreign origin, page
 * on another host. It is the same for all of them, so that it says nothing about the company; the
 * company's own tracking page has the reason.
 */
export function foreignEventError(reason: RejectionErrorReason): RejectionError {
  return new RejectionError(
    reason,
    403,
    'event-refused',
    'The event was refused. Check the company id in the tracking code; the tracking page of the company lists the reason under "Refused events".',
  );
}
