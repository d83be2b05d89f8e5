import { z } from 'zod';

/** Where a page of a list ended, as its reader hands it back: the time and the id of its last line. */
export const pageEnd = z.tuple([
  // ISO 8601 has a year 0; PostgreSQL refuses it as out of range.
  z.iso.datetime().refine((time) => !time.startsWith('0000'), 'is no time'),
  z.uuid(),
]);
