import { z } from 'zod';
import { fieldMax } from '../constants.ts';
import { isClean } from './clean-text.ts';
import { cleanEmail, invalidEmail, isEmailAddress } from './email.ts';

export const unclean = 'must not contain control characters';

// Characters without a shape can reverse the text around them (U+202E), or make two names look the same. Joiners are
// part of the spelling of Persian and of languages of India, and of many emoji.
const joined = '[\\p{L}\\p{M}\\p{N}\\p{Emoji}]';
const invisible = `(?![\\u200c\\u200d])\\p{Cf}|(?<!${joined})[\\u200c\\u200d]|[\\u200c\\u200d](?!${joined})`;
const anyInvisible = new RegExp(invisible, 'u');
const everyInvisible = new RegExp(invisible, 'gu');
const isVisible = (text: string) => !anyInvisible.test(text);
export const hasInvisible = 'must not contain invisible characters';

/** Text that can be stored and logged: no control characters, no unpaired surrogates. */
export const cleanText = (max: number) => z.string().max(max).refine(isClean, unclean);

/**
 * A name, label or note of one line: no control and no invisible characters. Tabs, which pasted text contains, become
 * spaces.
 */
export const cleanLine = (max: number) =>
  z
    .string()
    .overwrite((text) => text.replaceAll('\t', ' '))
    .trim()
    .max(max)
    .refine(isClean, unclean)
    .refine(isVisible, hasInvisible);

const toCleanLines = (text: string) =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/(?![\n\t])\p{Cc}/gu, ' ')
    .toWellFormed();

/**
 * A note or description of several lines. Control characters, which pasted text contains, become spaces. Characters are
 * counted as a browser's field counts them.
 */
export const cleanLines = (max: number) =>
  z.string().overwrite(toCleanLines).trim().max(max).refine(isVisible, hasInvisible);

/**
 * The message of a visitor. Invisible characters, which pasted text contains, are removed instead of an error, so that no
 * message is lost because of them.
 */
export const messageText = (max: number) =>
  z
    .string()
    .overwrite((text) => toCleanLines(text).replace(everyInvisible, ''))
    .trim()
    .max(max);

/** Cleaned with the same function as in forms, so that both accept the same addresses. */
export const emailAddress = z
  .string()
  .overwrite(cleanEmail)
  .max(fieldMax.email)
  .refine(isEmailAddress, invalidEmail);
