import { AppError } from '../../platform/errors.ts';

/** The same error for a company that does not exist and one that the caller may not see. */
export function companyNotFound(): AppError {
  return new AppError(404, 'company-not-found', 'The requested company portal does not exist');
}
