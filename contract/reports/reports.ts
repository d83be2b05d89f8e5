import { z } from 'zod';
import { companyId } from '../company/companies.ts';
import { nextCursor } from '../rules/cursor.ts';
import { readerLocale } from '../rules/locale/reader-locale.ts';
import { cleanLine, cleanLines, emailAddress } from '../rules/text.ts';
import { reportTextLimits } from './report-template.ts';

export const reportKinds = ['weekly', 'monthly'] as const;
export const reportStates = ['planned', 'held', 'released', 'skipped'] as const;
export type ReportState = (typeof reportStates)[number];

export const reportLimits = { recipients: 50, nameLength: 100, released: 200 } as const;

/** Such as `monthly-2026-10-01` or `weekly-2026-10-26`: the kind and the first day of the period. */
const reportPeriod = z
  .string()
  .regex(/^(?:weekly|monthly)-\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, {
    error: 'must be a period such as monthly-2026-10-01',
  });
export const reportParams = z.object({ companyId, period: reportPeriod });

export const reportSettings = z.strictObject({
  isWeekly: z.boolean(),
  isMonthly: z.boolean(),
  isHeld: z.boolean(),
});
export type ReportSettings = z.infer<typeof reportSettings>;

export const reportRecipient = z.object({
  id: z.uuid(),
  /** The access whose rights and filters apply; null for a person without one. */
  accessId: z.uuid().nullable(),
  name: z.string(),
  email: z.string(),
  locale: z.string(),
  seesMoney: z.boolean(),
  isWeekly: z.boolean(),
  isMonthly: z.boolean(),
  createdAt: z.iso.datetime(),
  unsubscribedAt: z.iso.datetime().nullable(),
  /** Why nothing is sent although the subscription is on, as when the access has ended; null otherwise. */
  problem: z.enum(['access-ended', 'no-dashboard']).nullable(),
});
export type ReportRecipient = z.infer<typeof reportRecipient>;
export const reportRecipients = z.object({ recipients: z.array(reportRecipient) });

/** With `accessId` the address and name are those of the access, and must be absent. */
export const newReportRecipient = z.strictObject({
  accessId: z.uuid().optional(),
  name: cleanLine(reportLimits.nameLength).min(1).optional(),
  email: emailAddress.optional(),
  locale: readerLocale,
  seesMoney: z.boolean(),
  isWeekly: z.boolean(),
  isMonthly: z.boolean(),
});
export type NewReportRecipient = z.output<typeof newReportRecipient>;

/** Fields that are absent stay as they are. `isSubscribed: true` is refused: only the recipient subscribes again. */
export const reportRecipientChange = z.strictObject({
  name: cleanLine(reportLimits.nameLength).min(1).optional(),
  locale: readerLocale.optional(),
  seesMoney: z.boolean().optional(),
  isWeekly: z.boolean().optional(),
  isMonthly: z.boolean().optional(),
});
export const reportRecipientParams = z.object({ companyId, recipientId: z.uuid() });

export const reportDelivery = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  /** 0 for the first mail to this recipient; higher for one that was sent again. */
  number: z.int().nonnegative(),
  state: z.enum(['waiting', 'sent', 'failed']),
  /** Why it failed; empty otherwise. */
  error: z.string(),
  createdAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
  openedAt: z.iso.datetime().nullable(),
});
export type ReportDelivery = z.infer<typeof reportDelivery>;

/** A report of a company, also one whose period is not over yet. */
export const report = z.object({
  companyId,
  company: z.string(),
  /** As in addresses. */
  period: reportPeriod,
  kind: z.enum(reportKinds),
  firstDay: z.iso.date(),
  lastDay: z.iso.date(),
  state: z.enum(reportStates),
  comment: z.string(),
  commentVersion: z.int().nonnegative(),
  /** Who gets it, of those subscribed now. */
  recipientCount: z.int().nonnegative(),
  releasedAt: z.iso.datetime().nullable(),
  releasedBy: z.string(),
  /** Counts of its mails. */
  mails: z.object({
    waiting: z.int().nonnegative(),
    sent: z.int().nonnegative(),
    failed: z.int().nonnegative(),
    opened: z.int().nonnegative(),
  }),
});
export type Report = z.infer<typeof report>;

/** Newest period first. Planned and held ones come before all others. */
export const reportList = z.object({ reports: z.array(report), next: nextCursor });
export const reportListQuery = z.strictObject({
  state: z.enum(reportStates).optional(),
  cursor: z.string().max(200).optional(),
});
export const companyReports = z.object({ reports: z.array(report) });
export const reportWithDeliveries = report.extend({ deliveries: z.array(reportDelivery) });
export type ReportWithDeliveries = z.infer<typeof reportWithDeliveries>;

/** `version`: the comment that was changed. Another one means 409. */
export const reportCommentChange = z.strictObject({
  comment: cleanLines(reportTextLimits.comment),
  version: z.int().nonnegative(),
});

/** Sends held reports. Those that are not held any more are left as they are. */
export const reportRelease = z.strictObject({
  reports: z
    .array(z.strictObject({ companyId, period: reportPeriod }))
    .min(1)
    .max(reportLimits.released),
});
export const reportsReleased = z.object({ released: z.int().nonnegative() });

/** `skipped`: a held report that is not sent. It can be held again. */
export const reportStateChange = z.strictObject({ state: z.enum(['held', 'skipped']) });

/** Preview with the recipient's rights; without a recipient, of everything that the company's reports contain. */
export const reportPreviewQuery = z.strictObject({
  recipientId: z.uuid().optional(),
  locale: readerLocale.optional(),
  /** `now`: with today's template and figures, also of a report that was sent. */
  content: z.enum(['sent', 'now']).default('sent'),
});
/** The mail as it was sent, or as it would be sent now. Its pictures are in the HTML as data addresses. */
export const reportMailPreview = z.object({
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  /** Whether its content was stored when the report was sent; otherwise it was gathered for this preview. */
  isAsSent: z.boolean(),
});
export type ReportMailPreview = z.infer<typeof reportMailPreview>;

export const reportResend = z.strictObject({ deliveryId: z.uuid() });

/** The token of the link in a mail of a report. */
export const reportLinkRequest = z.strictObject({ token: z.string().min(1).max(200) });
export const openedReport = z.object({
  company: z.string(),
  subject: z.string(),
  html: z.string(),
  /** The address of the live portal. */
  portalUrl: z.string(),
});
export type OpenedReport = z.infer<typeof openedReport>;
