import { z } from 'zod';
import { fieldMax } from '../constants.ts';
import { cleanEmail, invalidEmail, isEmailAddress } from './email.ts';

const isClean = (text: string) => text.isWellFormed() && !/\p{Cc}/u.test(text);
const unclean = 'must not contain control characters';

/** Text a database and a log line can hold: no control characters, no half surrogate pairs. */
export const cleanText = (max: number) => z.string().max(max).refine(isClean, unclean);

/** The same from a field people type and paste into, where a tab is a space. */
export const cleanLine = (max: number) =>
  z
    .string()
    .overwrite((text) => text.replaceAll('\t', ' '))
    .trim()
    .max(max)
    .refine(isClean, unclean);

/**
 * Text of several lines. Pasted text brings controls nobody sees: they become spaces, because a letter
 * must not be lost for them. Characters are counted as the field of a page counts them.
 */
export const cleanLines = (max: number) =>
  z
    .string()
    .overwrite((text) =>
      text
        .replace(/\r\n?|[\u2028\u2029]/g, '\n')
        .replace(/(?![\n\t])\p{Cc}/gu, ' ')
        .toWellFormed(),
    )
    .trim()
    .max(max);

/** Cleaned as the pages clean it, so that both ends give the same verdict. */
export const emailAddress = z
  .string()
  .overwrite(cleanEmail)
  .max(fieldMax.email)
  .refine(isEmailAddress, invalidEmail);
