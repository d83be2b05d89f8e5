import type { Challenge } from '../../contract/challenge.ts';
import type { ErrorCode } from '../../contract/errors.ts';

interface AppErrorOptions extends ErrorOptions {
  headers?: Record<string, string>;
  /** The field of the request that was refused, as a dotted path. */
  field?: string;
  /** The id of the conflicting record. Only for callers who may see it. */
  conflictId?: string;
  /** The challenge that the caller has to solve first. */
  challenge?: Challenge;
}

/** A refusal the caller may read. Thrown where it is known; the error handler makes the answer. */
export class AppError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly headers: Record<string, string>;
  readonly field: string | undefined;
  readonly conflictId: string | undefined;
  readonly challenge: Challenge | undefined;

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

/** We cannot answer now; the caller may try again after some seconds. */
export function unavailable(cause?: unknown): AppError {
  return new AppError(503, 'unavailable', 'The service is busy. Please try again in a moment.', {
    cause,
    headers: { 'retry-after': '2' },
  });
}
