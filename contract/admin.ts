import { z } from 'zod';
import { companyId } from './company/companies.ts';
import { nextCursor } from './rules/cursor.ts';

export const auditEntry = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  /** The account's email address, "operator" for the command line, "viewer" for a portal viewer, or "somebody" without a session. */
  actor: z.string(),
  /** A stable name such as "company.created". */
  action: z.string(),
  /** The name of the changed object, as text for administrators. */
  object: z.string(),
  /** The network, as in `signedInSession`. Empty for the command line. */
  address: z.string(),
  /** Failures that repeat within an hour share one entry. */
  count: z.number().int().positive(),
  /** Time of the last repetition; null when it happened once. */
  lastAt: z.iso.datetime().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditLog = z.object({ entries: z.array(auditEntry), next: nextCursor });

/** Facts about the server for administrators. */
export const installation = z.object({ version: z.string() });

/** Topics of changes, for open admin pages: each reloads the data it shows of these topics. */
export const adminTopics = ['companies', 'inbox', 'orders', 'mails', 'audit', 'team'] as const;
export type AdminTopic = (typeof adminTopics)[number];
/** The most companies that one frame names. */
export const changedCompaniesMax = 200;

/**
 * The data of a frame `changed` of the admin stream. With the topic `companies`, it names the companies whose events, live visitors
 * or settings changed, or says with `isAll` that any of the member's may have changed. A frame `ended` means that the session is
 * over.
 */
export const adminChange = z.object({
  topics: z.array(z.enum(adminTopics)),
  companyIds: z.array(companyId).max(changedCompaniesMax).optional(),
  isAll: z.literal(true).optional(),
});
export type AdminChange = z.infer<typeof adminChange>;
