import type { Challenge } from '../../contract/account/challenge.ts';
import type { ErrorBody, ErrorCode } from '../../contract/errors.ts';

const timeoutMs = 15_000;
/** Maximum challenges solved per request: the first, and a second if the solution of the first came too late. */
const solutionsMax = 2;

type Failure = ErrorCode | 'unreachable' | 'unreadable';

interface ApiErrorOptions {
  cause?: unknown;
  status?: number;
  retryAfterSeconds?: number | undefined;
  field?: string | undefined;
  conflictId?: string | undefined;
  challenge?: Challenge | undefined;
}

/** An error response, or no usable response at all. Its message can be shown in a toast. */
export class ApiError extends Error {
  readonly code: Failure;
  /** Undefined if there was no response. */
  readonly status: number | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The field of the request that was rejected. */
  readonly field: string | undefined;
  /** The id of the conflicting record. */
  readonly conflictId: string | undefined;
  /** Solve it before sending the same request again. */
  readonly challenge: Challenge | undefined;

  constructor(code: Failure, message: string, options: ApiErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = options.status;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.field = options.field;
    this.conflictId = options.conflictId;
    this.challenge = options.challenge;
  }
}

/** Whether the server responded with this error, or in a way this page does not understand. */
export function hasCode(error: unknown, code: Failure): boolean {
  return error instanceof ApiError && error.code === code;
}

const notFoundCodes: readonly Failure[] = ['company-not-found', 'not-found', 'invalid-request'];

/** The server responds the same to ids that do not exist and to those this browser may not see. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && notFoundCodes.includes(error.code);
}

const sessionLostCodes: readonly Failure[] = [
  'not-signed-in',
  'not-admin',
  'missing-permission',
  'two-factor-required',
];

/** The session has ended or has lost the rights for the request. */
export function isSessionLost(error: unknown): boolean {
  return error instanceof ApiError && sessionLostCodes.includes(error.code);
}

/** The same request may succeed later. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  // A proxy answers so while the server restarts.
  if (error.code === 'unreadable') return (error.status ?? 0) >= 500;
  return ['unreachable', 'unavailable', 'internal'].includes(error.code);
}

/** Whether a body is an error of our server. A proxy in between answers otherwise. */
function isErrorBody(body: unknown): body is ErrorBody {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
  if (typeof error !== 'object' || error === null || !('code' in error) || !('message' in error))
    return false;
  const { code, message } = error;
  return typeof code === 'string' && typeof message === 'string';
}

/** For answers whose shape needs no check: our server compares every answer with its schema before it sends it. */
export const asAnswer =
  <Body>() =>
  (body: unknown): Body =>
    body as Body;

async function toError(response: Response): Promise<ApiError> {
  const { status } = response;
  const body: unknown = await response.json().catch(() => undefined);
  const retryAfter = Number(response.headers.get('retry-after'));
  const retryAfterSeconds = retryAfter > 0 ? retryAfter : undefined;
  if (!isErrorBody(body)) {
    const message = `The server responded with status ${status}.`;
    return new ApiError('unreadable', message, { status, retryAfterSeconds });
  }
  const { code, message, field, conflictId, challenge } = body.error;
  return new ApiError(code, message, { status, retryAfterSeconds, field, conflictId, challenge });
}

let bearer: string | undefined;

/** From now on every request of this page has this session, and no cookie: a shared view is in frames of other sites. */
export function sendBearer(session: string): void {
  bearer = session;
}

function withBearer(init: RequestInit): RequestInit {
  if (bearer === undefined) return init;
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${bearer}`);
  return { ...init, headers, credentials: 'omit' };
}

/** @throws {ApiError} unless the status is a success. */
export async function send(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(new URL(path, location.origin), withBearer(init)).catch((cause: unknown) => {
    if (init.signal?.aborted) throw init.signal.reason;
    throw new ApiError('unreachable', 'The server cannot be reached. Please check your connection.', {
      cause,
    });
  });
  if (!response.ok) throw await toError(response);
  return response;
}

interface ResponseOptions<Body> {
  parse: (body: unknown) => Body;
  signal?: AbortSignal;
}

const withTimeout = (signal?: AbortSignal) => {
  const timeout = AbortSignal.timeout(timeoutMs);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
};

async function read<Body>(response: Response, parse: (body: unknown) => Body): Promise<Body> {
  try {
    return parse(await response.json());
  } catch (cause) {
    throw new ApiError(
      'unreadable',
      'The server sent a response that this page cannot read. Reload the page and try again.',
      { cause },
    );
  }
}

/** The headers with the solution of a challenge. Throws the server's error if no solution is found. */
async function solveChallenge(error: ApiError, challenge: Challenge): Promise<Record<string, string>> {
  try {
    const { solve } = await import('./challenge/solve-challenge.ts');
    return await solve(challenge);
  } catch (cause) {
    console.error('solving the challenge failed', cause);
    throw error;
  }
}

/**
 * Sends a request. If the server responds with a challenge, which it does only when it receives an unusual number of
 * requests, solves it and sends the same request again.
 */
async function sendSolving(path: string, init: ReturnType<typeof withJson>): Promise<Response> {
  let headers: Record<string, string> = {};
  for (let solutions = 0; ; solutions += 1) {
    try {
      return await timed(path, { ...init, headers: { ...init.headers, ...headers } });
    } catch (error) {
      if (!(error instanceof ApiError) || !error.challenge || solutions === solutionsMax) throw error;
      headers = await solveChallenge(error, error.challenge);
    }
  }
}

async function timed(path: string, init: RequestInit, signal?: AbortSignal): Promise<Response> {
  try {
    return await send(path, { ...init, signal: withTimeout(signal) });
  } catch (error) {
    if (error instanceof ApiError || signal?.aborted) throw error;
    throw new ApiError('unreachable', 'The server took too long to respond. Please try again.', {
      cause: error,
    });
  }
}

export async function getJson<Body>(path: string, { parse, signal }: ResponseOptions<Body>): Promise<Body> {
  return read(await timed(path, {}, signal), parse);
}

const withJson = (
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  body: unknown,
  headers: Record<string, string> = {},
) => ({
  method,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

export async function postJson<Body>(
  path: string,
  body: unknown,
  { parse, headers }: ResponseOptions<Body> & { headers?: Record<string, string> },
): Promise<Body> {
  return read(await sendSolving(path, withJson('POST', body, headers)), parse);
}

export async function patchJson<Body>(
  path: string,
  body: unknown,
  { parse }: ResponseOptions<Body>,
): Promise<Body> {
  return read(await timed(path, withJson('PATCH', body)), parse);
}

export async function putJson<Body>(
  path: string,
  body: unknown,
  { parse }: ResponseOptions<Body>,
): Promise<Body> {
  return read(await timed(path, withJson('PUT', body)), parse);
}

export async function sendPost(
  path: string,
  body: unknown = {},
  headers: Record<string, string> = {},
): Promise<void> {
  await sendSolving(path, withJson('POST', body, headers));
}

export async function sendDelete(path: string, body?: unknown): Promise<void> {
  await timed(path, body === undefined ? { method: 'DELETE' } : withJson('DELETE', body));
}

/** Appends a query string; empty and undefined values are left out. */
export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}
