import { apiPaths } from '../../contract/paths.ts';
import { ApiError, postJson } from './client.ts';

/** Calls the auth service. @throws {ApiError} with the service's own message, fit for a toast. */
export const postAuth = <Answer>(path: string, body: object, parse: (body: unknown) => Answer) =>
  postJson(`${apiPaths.auth}/${path}`, body, { parse });

export const nothing = () => undefined;

/** What the auth service says where a page has more to offer than its message. */
const sayings = {
  unconfirmed: 'Email not verified',
  challengeOver: 'Invalid two factor cookie',
  tooManyCodes: 'Too many attempts. Please request a new code.',
} as const;

export const says = (error: unknown, saying: keyof typeof sayings): boolean =>
  error instanceof ApiError && error.message === sayings[saying];
