import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody, ErrorCode } from '../../../contract/errors.ts';
import { AppError, unavailable } from '../errors.ts';
import { toLogLine } from '../log.ts';

// SQLSTATE classes and codes (PostgreSQL appendix A) that mean "try again later" rather than "this is a bug".
const unavailableStates = /^(08|25P03|53|55P03|57|40001|40P01)/;
const unavailableSystemCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT']);
// A Citus cluster reports a machine that was lost during a statement as an internal error (XX000).
const lostMachineMessages =
  /failure on connection marked as essential|connection to the remote node .* failed|could not connect to any active placements|the connection to .* was lost/i;
const poolMessages =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|connection error and is not queryable|was closed and is not queryable|Cannot use a pool after calling end/;

const codeByStatus: Record<number, ErrorCode> = {
  404: 'not-found',
  413: 'body-too-large',
  415: 'unsupported-media-type',
  429: 'too-many-requests',
};

const messageByStatus: Record<number, string> = {
  413: 'The request is too large.',
  415: 'This content type is not supported.',
  429: 'Too many requests. Please try again in a moment.',
};

/**
 * The only place that turns an error into a response: `{ error: { code, message, field? } }`, without internal
 * details.
 */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const appError = toAppError(error);
  const route = request.routeOptions.url;
  if (appError.status === 503)
    request.log.warn({ reason: toLogLine(appError), route, ...appError.logFields }, 'request failed');
  else if (appError.status >= 500) request.log.error({ err: error, route }, 'request failed');
  const { code, message, field, conflictId, challenge } = appError;
  // Undefined fields are left out of the JSON.
  const body: ErrorBody = { error: { code, message, field, conflictId, challenge } };
  // A browser would save the error under the name of the file that was asked for.
  reply.removeHeader('content-disposition');
  return reply.status(appError.status).headers(appError.headers).type('application/json').send(body);
}

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseUnavailable(error)) return unavailable(error);
  const status = statusOf(error);
  if (status !== undefined && status >= 400 && status < 500) {
    const message = messageByStatus[status] ?? 'The request could not be understood.';
    return new AppError(status, codeByStatus[status] ?? 'invalid-request', message, { cause: error });
  }
  return new AppError(500, 'internal', 'Something went wrong on our side. Please try again.', {
    cause: error,
  });
}

/** Whether the database could not be reached or did not respond in time. A retry may succeed; it is not a bug. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Drizzle wraps the driver's error.
  if (error.cause instanceof Error && isDatabaseUnavailable(error.cause)) return true;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'XX000' && lostMachineMessages.test(error.message)) return true;
  return unavailableStates.test(code) || unavailableSystemCodes.has(code) || poolMessages.test(error.message);
}

/** SQLSTATE codes of a machine that answered: a timeout of a lock or statement, a conflict, a deadlock. */
const answeredStates = /^(55P03|57014|40001|40P01)$/;

/** Whether the database could not be reached, or its connection ended before an answer. */
export function isConnectionLost(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return isDatabaseUnavailable(error) && !answeredStates.test(code);
}

function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined;
  return typeof error.statusCode === 'number' ? error.statusCode : undefined;
}
