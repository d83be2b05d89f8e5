import { z } from 'zod';
import { cleanLine, cleanLines } from '../rules/text.ts';

/** The sections of a report, in their usual order. */
export const reportSections = [
  'figures',
  'chart',
  'sources',
  'campaigns',
  'pages',
  'countries',
  'devices',
  'goals',
  'orders',
  'notes',
  'link',
] as const;
export const reportSection = z.enum(reportSections);
export type ReportSectionName = z.infer<typeof reportSection>;

/** `previous`: the period before; `year`: the same period of the year before. */
export const reportComparisons = ['previous', 'year', 'none'] as const;
export type ReportComparison = (typeof reportComparisons)[number];

export const reportTextLimits = { subject: 120, greeting: 200, text: 1_500, comment: 2_000 } as const;

/** The content of every report of the agency. In texts `{company}` and `{period}` are replaced. */
export const reportTemplate = z.strictObject({
  /** The shown sections, in their order. */
  sections: z
    .array(reportSection)
    .min(1, { error: 'must have a section' })
    .refine((names) => new Set(names).size === names.length, 'must not name a section twice'),
  compare: z.enum(reportComparisons),
  /** Whether amounts are shown to recipients who may see them. */
  hasMoney: z.boolean(),
  /** Whether the PDF is attached to the mail. */
  attachesPdf: z.boolean(),
  subject: cleanLine(reportTextLimits.subject).min(1),
  /** Paragraphs above the sections; empty for none. */
  intro: cleanLines(reportTextLimits.text),
  /** Paragraphs below the sections; empty for none. */
  closing: cleanLines(reportTextLimits.text),
});
export type ReportTemplate = z.infer<typeof reportTemplate>;

export const usualReportTemplate: ReportTemplate = {
  sections: [...reportSections],
  compare: 'previous',
  hasMoney: true,
  attachesPdf: true,
  subject: '{company}: {period}',
  intro: '',
  closing: '',
};

/** The template in use. Version 0 is the usual one. A change names the version that was changed: another one in use means 409. */
export const storedReportTemplate = z.object({ version: z.int().nonnegative(), template: reportTemplate });
export type StoredReportTemplate = z.infer<typeof storedReportTemplate>;
