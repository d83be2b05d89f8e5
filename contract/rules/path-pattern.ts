import { z } from 'zod';

export const pathPatternLimits = { length: 500, stars: 10 } as const;

/**
 * Whether a path of a page matches a pattern in which each `*` stands for any number of characters, also none and also
 * slashes. Everything else compares exactly, with upper and lower case. Each part is searched once from where the one
 * before ended, so the time grows with the length of the path, not exponentially as with backtracking.
 */
export function matchesPathPattern(pattern: string, path: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return path === pattern;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  // The earliest place of each part leaves the most of the path for the following parts.
  for (const part of others) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return path.length - last.length >= at && path.endsWith(last);
}

/** The path of a page, or a pattern such as `/blog/*`. */
export const pathPattern = z
  .string()
  .trim()
  .min(1, 'is required')
  .max(pathPatternLimits.length, `must have at most ${pathPatternLimits.length} characters`)
  .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), 'must not contain control characters')
  .refine((text) => text.startsWith('/') || text.startsWith('*'), 'must start with / or *')
  .refine(
    (text) => text.split('*').length - 1 <= pathPatternLimits.stars,
    `must have at most ${pathPatternLimits.stars} stars`,
  );
