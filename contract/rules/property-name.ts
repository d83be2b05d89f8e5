import { z } from 'zod';

/** Name of a property of custom events. */
export const propertyName = z.string().regex(/^[\w.-]{1,40}$/, 'must be 1 to 40 letters, digits, _, . or -');
