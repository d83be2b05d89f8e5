const uniqueViolation = '23505';
/** The code of a cluster for errors of its machines that it received while copying rows to them. */
const internalError = 'XX000';

/** Whether a statement failed because a row with its key is stored. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return (
    error.code === uniqueViolation ||
    (error.code === internalError && error.message.includes('duplicate key value violates unique constraint'))
  );
}
