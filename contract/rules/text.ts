import { z } from 'zod';
import { fieldMax } from '../constants.ts';
import { cleanEmail, invalidEmail, isEmailAddress } from './email.ts';

const isClean = (text: string) => text.isWellFormed() && !/\p{Cc}/u.test(text);
export const unclean = 'must not contain control characters';

/** Text that can be stored and logged: no control characters, no unpaired surrogates. */
export const cleanText = (max: number) => z.string().max(max).refine(isClean, unclean);

/** `cleanText` for a text field: tabs, which pasted text contains, become spaces. */
export const cleanLine = (max: number) =>
  z
    .string()
    .overwrite((text) => text.replaceAll('\t', ' '))
    .trim()
    .max(max)
    .refine(isClean, unclean);

/**
 * Text of several lines. Control characters, which pasted text contains, become spaces instead of an error, so that
 * no message is lost because of them. Characters are counted as a browser's field counts them.
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

/** Cleaned with the same function as in forms, so that both accept the same addresses. */
export const emailAddress = z
  .string()
  .overwrite(cleanEmail)
  .max(fieldMax.email)
  .refine(isEmailAddress, invalidEmail);
