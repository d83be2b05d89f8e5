import { z } from 'zod';
import { pathPatternLimits } from '../rules/path-pattern.ts';
import { findFilterExcess, isFilterValue, parseFilter, type StatsFilter, type StatsGoal } from './filter.ts';
import { statsLimits } from './model/limits.ts';

/** The parameter `filter`, which may be repeated. All filters have to match. */
export const filterParameter = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((given, context): StatsFilter[] => {
    const texts = given === undefined ? [] : [given].flat();
    if (texts.length > statsLimits.filters) {
      context.addIssue(`has too many items (at most ${statsLimits.filters})`);
      return z.NEVER;
    }
    const filters = texts.flatMap((text, index) => {
      const parsed = parseFilter(text);
      if (!('problem' in parsed)) return [parsed];
      context.addIssue(`Filter ${index + 1} ${parsed.problem}.`);
      return [];
    });
    const excess = findFilterExcess(filters);
    if (excess !== undefined) context.addIssue(excess);
    return filters;
  });

export const goalParameter = z.string().transform((text, context): StatsGoal => {
  const [, kind, value] = /^(page|event):(.+)$/su.exec(text) ?? [];
  const isText = value !== undefined && isFilterValue(value);
  if (kind === 'event' && isText) return { kind, value };
  if (kind === 'page' && isText) {
    if (value.split('*').length - 1 <= pathPatternLimits.stars) return { kind, value };
    context.addIssue(`must have at most ${pathPatternLimits.stars} stars`);
    return z.NEVER;
  }
  context.addIssue('must be a page or an event, such as page:/thanks or event:sign-up');
  return z.NEVER;
});
