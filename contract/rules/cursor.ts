import { z } from 'zod';

/** An opaque position in a list: the `next` of one page is the `after` of the request for the following page. */
const cursor = z.string().max(200);

export const cursorFields = { after: cursor.optional() };
export const cursorQuery = z.object(cursorFields);

/** Null on the last page. */
export const nextCursor = z.string().nullable();
