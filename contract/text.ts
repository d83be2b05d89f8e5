import { z } from 'zod';

/** Text a database and a log line can hold: no control characters, no half surrogate pairs. */
export const cleanText = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), 'must not contain control characters');
