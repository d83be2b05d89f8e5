import type { Challenge } from '../../contract/account/challenge.ts';
import type { ErrorCode } from '../../contract/errors.ts';

interface AppErrorOptions extends ErrorOptions {
  headers?: Record<string, string>;
  /** The invalid field of the request, as a dotted path. */
  field?: string;
  /** The id of the conflicting record. Set it only if the client may see that record. */
  conflictId?: string;
  /** The challenge that the client has to solve first. */
  challenge?: Challenge;
}

/** An error whose message the client may see. The error handler turns it into the response. */
export class AppError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly headers: Record<string, string>;
  readonly field: string | undefined;
  readonly conflictId: string | undefined;
  readonly challenge: Challenge | undefined;
  /** For the log alone. */
  logFields: Record<string, unknown> = {};

  constructor(status: number, code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options);
    this.name = 'AppError';
    this.status = status;
    this.code = code;
    this.headers = options.headers ?? {};
    this.field = options.field;
    this.conflictId = options.conflictId;
    this.challenge = options.challenge;
  }
}

/** A 503: the client may try again after two seconds. */
export function unavailable(cause?: unknown): AppError {
  return new AppError(503, 'unavailable', 'The service is busy. Please try again in a moment.', {
    cause,
    headers: { 'retry-after': '2' },
  });
}
