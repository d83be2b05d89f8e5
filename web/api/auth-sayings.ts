import { ApiError } from './client.ts';

/** What the auth service says where a page has more to offer than its message. */
const sayings = {
  challengeOver: 'Invalid two factor cookie',
  tooManyCodes: 'Too many attempts. Please request a new code.',
} as const;

export const says = (error: unknown, saying: keyof typeof sayings): boolean =>
  error instanceof ApiError && error.message === sayings[saying];
