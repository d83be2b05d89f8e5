import { z } from 'zod';
import { isPropertyName } from './is-property-name.ts';

/** Name of a property of custom events. */
export const propertyName = z.string().refine(isPropertyName, 'must be 1 to 40 letters, digits, _, . or -');
