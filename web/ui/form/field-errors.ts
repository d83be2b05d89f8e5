import { toast } from '../feedback/toast.ts';

// Errors of the API are recognised by their shape: the client that throws them loads later than the page.

/** The field of the request that the server refused; its message then belongs beside that field. */
export function refusedField(error: unknown): string | undefined {
  return error instanceof Error && 'field' in error && typeof error.field === 'string'
    ? error.field
    : undefined;
}

/** Shows `words`, and the server's reason below. A rate limit is its own message: it says when to try again. */
export function showFailure(words: string, error: unknown): void {
  if (!(error instanceof Error) || error.name !== 'ApiError') toast.error(words);
  else if ('code' in error && error.code === 'too-many-requests') toast.error(error.message);
  else toast.error(words, error.message);
}
