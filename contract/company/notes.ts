import { z } from 'zod';
import { cleanLine } from '../rules/text.ts';
import { statsTimeseries } from '../stats/answers.ts';
import { localBound } from '../stats/questions.ts';
import { companyId } from './companies.ts';

export const noteLimits = { textLength: 200, perCompany: 500 } as const;

const instant = z.iso.datetime();

/** A dated note on the charts of a company. */
export const note = z.object({
  id: z.uuid(),
  at: instant,
  text: z.string(),
  /** Whether the caller may change and delete it. */
  mayChange: z.boolean(),
});
export type Note = z.infer<typeof note>;

/** The notes in ascending order of time. */
export const noteList = z.object({
  annotations: z.array(note),
  /** Whether the caller may add notes. */
  mayAnnotate: z.boolean(),
});
export type NoteList = z.infer<typeof noteList>;

/** Notes at or after `from` and before `to`. */
export const noteRange = z.strictObject({ from: instant.optional(), to: instant.optional() });
export type NoteRange = z.infer<typeof noteRange>;

const dateOnly = /^\d{4}-\d\d-\d\d$/;
const timeOnly = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** The date and time are those of a clock in the company's time zone. Without a time: the start of the day. */
export const noteInput = z.strictObject({
  date: z.string().refine((text) => dateOnly.test(text) && localBound.safeParse(`${text}T00:00`).success, {
    error: 'must be a date from 1970 to 2099 such as 2026-01-31',
  }),
  time: z
    .string()
    .refine((text) => timeOnly.test(text), { error: 'must be a time such as 09:30' })
    .optional(),
  text: cleanLine(noteLimits.textLength).min(1),
});
export type NoteInput = z.infer<typeof noteInput>;

export const noteParams = z.object({ companyId, annotationId: z.uuid().toLowerCase() });

/** The JSON file of a timeseries: its answer with the notes of the range. */
export const timeseriesFile = statsTimeseries.extend({
  annotations: z.array(note.pick({ at: true, text: true })),
});
export type TimeseriesFile = z.infer<typeof timeseriesFile>;
