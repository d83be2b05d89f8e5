import { z } from 'zod';

/** The position in a cursor: the time and the id of the last item of the previous page. */
export const cursorPosition = z.tuple([
  // ISO 8601 has a year 0; PostgreSQL rejects it as out of range.
  z.iso.datetime().refine((time) => !time.startsWith('0000'), 'is not a time'),
  z.uuid(),
]);
