import { z } from 'zod';
import { cleanLine } from '../rules/text.ts';

/** The maximum lengths of a group's name, and of the list of groups of a company. */
export const groupLimits = { name: 60, perCompany: 10 } as const;

/** Groups are the same whatever the case of their names. */
export const toComparableGroup = (name: string): string => name.normalize('NFKC').toLowerCase();

/** The names of the groups that a company belongs to, in the order in which they were chosen. */
export const companyGroups = z.strictObject({
  groups: z
    .array(cleanLine(groupLimits.name).min(1, { error: 'must not be empty' }))
    .max(groupLimits.perCompany, { error: `must have at most ${groupLimits.perCompany} entries` })
    .superRefine((names, context) => {
      const seen = new Set<string>();
      for (const [at, name] of names.entries()) {
        const comparable = toComparableGroup(name);
        if (seen.has(comparable)) context.addIssue({ code: 'custom', path: [at], message: 'is named twice' });
        seen.add(comparable);
      }
    }),
});
export type CompanyGroups = z.output<typeof companyGroups>;
