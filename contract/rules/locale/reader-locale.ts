import { z } from 'zod';

/** A language tag such as `de-DE`, by which numbers and dates are written. */
export const readerLocale = z
  .string()
  .max(35)
  .refine(
    (tag) => {
      try {
        return Intl.NumberFormat.supportedLocalesOf(tag).length === 1;
      } catch {
        return false;
      }
    },
    { error: 'must be a language tag such as en-GB' },
  );
