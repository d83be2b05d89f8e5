import { z } from 'zod';
import { companyId, timeZone } from '../company/companies.ts';
import { siteFinding } from '../company/site-check.ts';
import { cursorFields, nextCursor } from '../rules/cursor.ts';
import { readerLocale } from '../rules/locale/reader-locale.ts';
import { cleanLine, emailAddress } from '../rules/text.ts';
import { type AlertKind, alertKinds, companyAlertKinds } from './alert-kinds.ts';

export const alertLimits = { recipients: 20, nameLength: 100, backtestDays: 90 } as const;

const kind = z.enum(alertKinds);
const isUnique = (kinds: readonly AlertKind[]) => new Set(kinds).size === kinds.length;
const kinds = z.array(kind).refine(isUnique, 'must not name a kind twice');

/** The facts of an alert, without text: `contract/alerts/describe-alert.ts` writes the sentence. */
export const alertFacts = z.object({
  kind,
  /** The name of a goal, host, backup or job; empty if the kind has none. */
  name: z.string(),
  /** The time zone and currency of the company, for every amount and date of the sentence. */
  timeZone: z.string(),
  currency: z.string(),
  /** The local day that it is about; null if it is about the time until now. */
  day: z.iso.date().nullable(),
  /** The first local hour of two complete ones, 0 to 23; null for a whole day. */
  firstHour: z.int().min(0).max(23).nullable(),
  observed: z.number().nullable(),
  /** The usual range. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Silence and missing orders: since when, and how many would usually have come since then. */
  since: z.iso.datetime().nullable(),
  expected: z.number().nullable(),
  /** The value that explains most of a drop or spike; null for no single cause, absent if none was looked for. */
  cause: z
    .object({
      dimension: z.enum(['source', 'utm-campaign', 'page', 'country']),
      value: z.string(),
      before: z.number(),
      now: z.number(),
    })
    .nullish(),
  /** Silence: the findings of the site's check, the most important first; empty if it found no problem, null if it was not checked. */
  findings: z.array(siteFinding).nullable(),
  /** A reason as text, such as the error of a backup; empty for none. */
  reason: z.string(),
});
export type AlertFacts = z.infer<typeof alertFacts>;

export const alert = z.object({
  id: z.uuid(),
  companyId: companyId.nullable(),
  company: z.string().nullable(),
  facts: alertFacts,
  beganAt: z.iso.datetime(),
  foundAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
});
export type Alert = z.infer<typeof alert>;
export const alertList = z.object({ alerts: z.array(alert), next: nextCursor });
export const alertListQuery = z.strictObject({
  state: z.enum(['lasting', 'all']).default('all'),
  companyId: companyId.optional(),
  ...cursorFields,
});

/** The kinds that are looked for. */
export const alertSettings = z.strictObject({
  kinds: z.array(z.enum(companyAlertKinds)).refine(isUnique, 'must not name a kind twice'),
});
export type AlertSettings = z.infer<typeof alertSettings>;

const hour = z.int().min(0).max(23);
/** Hours of the clock in `timeZone` without mails; `to` may be before `from`: over midnight. */
const quietHours = z
  .strictObject({ from: hour, to: hour })
  .refine(({ from, to }) => from !== to, 'must not be the whole day')
  .nullable();

const recipientFields = {
  name: cleanLine(alertLimits.nameLength).min(1),
  locale: readerLocale,
  kinds,
  seesMoney: z.boolean(),
  quietHours,
  timeZone,
};
export const alertRecipient = z.object({
  ...recipientFields,
  id: z.uuid(),
  email: z.string(),
  mutedUntil: z.iso.datetime().nullable(),
  unsubscribedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type AlertRecipient = z.infer<typeof alertRecipient>;
export const alertRecipients = z.object({ recipients: z.array(alertRecipient) });
export const newAlertRecipient = z.strictObject({ ...recipientFields, email: emailAddress });
export type NewAlertRecipient = z.output<typeof newAlertRecipient>;
export const alertRecipientChange = z
  .strictObject({ ...recipientFields, mutedUntil: z.iso.datetime().nullable() })
  .partial();
export type AlertRecipientChange = z.output<typeof alertRecipientChange>;
export const alertRecipientParams = z.object({ recipientId: z.uuid() });
export const companyAlertRecipientParams = alertRecipientParams.extend({ companyId });

/** The alerts that the rules would have found in the last days, if every kind had been on. */
export const alertBacktest = z.object({
  firstDay: z.iso.date(),
  lastDay: z.iso.date(),
  firings: z.array(z.object({ day: z.iso.date(), facts: alertFacts })),
});
export type AlertBacktest = z.infer<typeof alertBacktest>;
