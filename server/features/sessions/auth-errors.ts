import { isAPIError } from 'better-auth/api';
import type { FastifyBaseLogger } from 'fastify';
import type { ErrorCode } from '../../../contract/errors.ts';
import { AppError, unavailable } from '../../platform/errors.ts';

const lockedForSeconds = '900';

interface Mapped {
  code: ErrorCode;
  /** In place of the library's message, where that uses terms our screens do not. */
  message?: string;
}

const expired: Mapped = {
  code: 'two-factor-expired',
  message: 'This sign-in has expired. Please sign in again.',
};
const isOff: Mapped = {
  code: 'two-factor-off',
  message: 'Two-factor authentication is off. Switch it on first.',
};

/**
 * The library's error codes and ours. A code that is missing here becomes `authentication-failed`, keeps the
 * library's status and message, and is logged.
 */
export const mappedCodes: Readonly<Record<string, Mapped>> = {
  INVALID_EMAIL: { code: 'invalid-email' },
  INVALID_EMAIL_OR_PASSWORD: { code: 'invalid-credentials' },
  EMAIL_NOT_VERIFIED: { code: 'email-unconfirmed' },
  INVALID_PASSWORD: { code: 'wrong-password' },
  PASSWORD_TOO_SHORT: { code: 'weak-password' },
  PASSWORD_TOO_LONG: { code: 'weak-password' },
  INVALID_CODE: { code: 'invalid-code' },
  INVALID_BACKUP_CODE: { code: 'invalid-code' },
  INVALID_TWO_FACTOR_COOKIE: expired,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: {
    code: 'too-many-codes',
    message: 'Too many wrong codes. Please sign in again.',
  },
  TOTP_NOT_ENABLED: isOff,
  TWO_FACTOR_NOT_ENABLED: isOff,
  BACKUP_CODES_NOT_ENABLED: isOff,
  TOTP_ALREADY_ENABLED: {
    code: 'two-factor-on',
    message: 'Two-factor authentication is already on.',
  },
  // An error of the library's session middleware; not among its listed codes.
  UNAUTHORIZED: { code: 'not-signed-in', message: 'Please sign in.' },
};

export function twoFactorExpired(): AppError {
  return toAuthError(401, expired);
}

/** Runs a call of the library and turns its errors into ours, with the status it chose. */
export async function translateAuthErrors<Result>(
  { logger }: { logger: Pick<FastifyBaseLogger, 'warn'> },
  call: () => Promise<Result>,
): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!isAPIError(error)) throw error;
    const { statusCode: status } = error;
    const { code: libraryCode = '', message = 'Authentication failed.' } = error.body ?? {};
    // The library answers 5xx when the database failed and hides the cause.
    if (status >= 500) throw unavailable(error);
    if (status === 429) {
      const headers = { 'retry-after': lockedForSeconds };
      throw new AppError(429, 'too-many-requests', message, { cause: error, headers });
    }
    const mapped = mappedCodes[libraryCode];
    if (!mapped) logger.warn({ libraryCode, status }, 'the auth library answered with an unknown error code');
    throw toAuthError(status, { message, ...(mapped ?? { code: 'authentication-failed' }) }, error);
  }
}

function toAuthError(status: number, { code, message = '' }: Mapped, cause?: unknown): AppError {
  return new AppError(status, code, message, { cause });
}
