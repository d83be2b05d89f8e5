import { z } from 'zod';
import { AppError } from '../errors.ts';

/** Time and id of the last item of a page, in a list of newest first. */
export interface ListPosition {
  createdAt: Date;
  id: string;
}

const position = z.tuple([
  // ISO 8601 has a year 0; PostgreSQL rejects it as out of range.
  z.iso.datetime().refine((time) => !time.startsWith('0000'), 'is not a time'),
  z.uuid(),
]);

export function toCursor({ createdAt, id }: ListPosition): string {
  return `${createdAt.toISOString()}_${id}`;
}

/** Undefined for the first page. Throws a 400 for what is not a cursor, such as one of a release with another form. */
export function readCursor(after: string | undefined): ListPosition | undefined {
  if (after === undefined) return undefined;
  const parsed = position.safeParse(after.split('_'));
  if (!parsed.success) {
    const message = 'After is not a cursor of this list. Start again with the first page.';
    throw new AppError(400, 'invalid-request', message, { field: 'after' });
  }
  const [createdAt, id] = parsed.data;
  return { createdAt: new Date(createdAt), id };
}
