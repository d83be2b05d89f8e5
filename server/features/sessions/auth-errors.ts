import { isAPIError } from 'better-auth/api';
import { AppError, unavailable } from '../../platform/errors.ts';

const lockedForSeconds = '900';

/** Runs a call of the library; its refusals become ours and keep its words. */
export async function translateRefusals<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!isAPIError(error)) throw error;
    const { statusCode: status } = error;
    const message = error.body?.message ?? 'This was refused.';
    // It fails so when it met the database's trouble, which it does not tell.
    if (status >= 500) throw unavailable(error);
    if (status === 429) {
      const headers = { 'retry-after': lockedForSeconds };
      throw new AppError(429, 'too-many-requests', message, { cause: error, headers });
    }
    throw new AppError(status, 'auth-refused', message, { cause: error });
  }
}
