import { toast } from './toast.ts';

/** The error of the API. Recognized by its shape: the class that throws it loads later than the page. */
const read = (error: unknown): { message?: string; code?: unknown; field?: unknown } =>
  error instanceof Error && error.name === 'ApiError' ? error : {};

export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** The field of the request that the server rejected. */
export const errorField = (error: unknown): unknown => read(error).field;

/** Shows a toast: `title` with the server's reason below it, or the reason alone. */
export function showError(error: unknown, title?: string): void {
  const { code, message } = read(error);
  // The message of a rate limit states when to try again and needs no title.
  if (title && code !== 'too-many-requests') toast.error(title, message);
  else toast.error(errorMessage(error));
}
