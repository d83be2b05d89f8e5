import { z } from 'zod';
import type { ReportKind } from '../../../../contract/reports/report-content.ts';
import type { ReportState } from '../../../../contract/reports/reports.ts';
import type { Tx } from '../../../db/client.ts';
import type { CompanyScope } from '../../sessions/sessions.ts';

/** A report as lists show it. */
export interface ListedReportRow {
  id: string;
  company_id: string;
  company: string;
  kind: ReportKind;
  first_day: string;
  last_day: string;
  state: ReportState;
  comment: string;
  comment_version: number;
  released_at: Date | null;
  released_by: string;
  recipient_count: number;
  waiting: number;
  sent: number;
  failed: number;
  opened: number;
  /** Planned and held reports come first. */
  is_first: boolean;
}

/** The position of a report in the list. */
export const listPlace = z.tuple([z.enum(['0', '1']), z.iso.date(), z.uuid()]);
type ListPlace = z.infer<typeof listPlace>;

// The mail knows better than the delivery, until its row is deleted.
const mailCountsSql = `
LATERAL (
  SELECT count(*) FILTER (WHERE state = 'waiting') AS waiting, count(*) FILTER (WHERE state = 'sent') AS sent,
    count(*) FILTER (WHERE state = 'failed') AS failed, count(*) FILTER (WHERE opened) AS opened
  FROM (
    SELECT coalesce(m.state, d.state) AS state, d.opened_at IS NOT NULL AS opened
    FROM report_deliveries d LEFT JOIN mails m ON m.id = d.mail_id WHERE d.report_id = r.id
  ) deliveries
) AS counted`;

// The rules of toCurrentRecipient.
const recipientCountSql = `(
  SELECT count(*) FROM report_recipients p
  LEFT JOIN accesses a ON a.company_id = p.company_id AND a.id = p.access_id
  WHERE p.company_id = r.company_id AND p.unsubscribed_at IS NULL
    AND CASE r.kind WHEN 'weekly' THEN p.is_weekly ELSE p.is_monthly END
    AND (p.access_id IS NULL OR (a.revoked_at IS NULL AND a.email IS NOT NULL AND 'dashboard' = ANY(a.rights)
      AND (a.expires_at IS NULL OR a.expires_at > now())))
) AS recipient_count`;

/** @param page Which reports, as a subquery: counting the mails of every report would be slow. */
const toListedSql = (page: string, orderBy = order) => `
SELECT r.id, r.company_id, c.name AS company, r.kind, r.first_day::text, r.last_day::text, r.state, r.comment,
  r.comment_version, r.released_at, r.released_by, ${recipientCountSql}, counted.waiting, counted.sent,
  counted.failed, counted.opened, r.is_first
FROM (${page}) r JOIN companies c ON c.id = r.company_id
CROSS JOIN ${mailCountsSql}
${orderBy}`;

const order = 'ORDER BY is_first DESC, r.first_day DESC, r.id';
/** Planned ones before held ones: their comment can be written before they are sent. */
const companyOrder = `ORDER BY is_first DESC, r.state = 'planned' DESC, r.first_day DESC, r.id`;
const isFirst = `r.state IN ('planned', 'held')`;
/** A planned report of a kind that was switched off is kept for its comment, but not listed. */
const isShown = `(r.state <> 'planned' OR EXISTS (
  SELECT 1 FROM report_settings s
  WHERE s.company_id = r.company_id AND CASE r.kind WHEN 'weekly' THEN s.is_weekly ELSE s.is_monthly END))`;

/** The reports of a member's companies. */
export async function listReportRows(
  tx: Tx,
  asked: { scope: CompanyScope; state: ReportState | undefined; after: ListPlace | undefined; max: number },
): Promise<ListedReportRow[]> {
  const { scope, state, after, max } = asked;
  const [isFirstBefore, firstDay, id] = after ?? [];
  const page = `
    SELECT r.*, ${isFirst} AS is_first FROM reports r
    WHERE ${isShown} AND ($1::text IS NULL OR EXISTS (
        SELECT 1 FROM team_companies t WHERE t.user_id = $1 AND t.company_id = r.company_id))
      AND ($2::text IS NULL OR r.state = $2)
      AND ($3::int IS NULL OR ((${isFirst})::int, r.first_day, $5::uuid) < ($3::int, $4::date, r.id))
    ${order} LIMIT $6`;
  const found = await tx.query<ListedReportRow>(toListedSql(page), [
    ...[scope === 'all' ? null : scope.userId, state ?? null, isFirstBefore ?? null],
    ...[firstDay ?? null, id ?? null, max],
  ]);
  return found.rows;
}

/** The newest reports of a company, planned ones first. */
export async function listCompanyReportRows(
  tx: Tx,
  companyId: string,
  max: number,
): Promise<ListedReportRow[]> {
  const page = `
    SELECT r.*, ${isFirst} AS is_first FROM reports r WHERE r.company_id = $1 AND ${isShown} ${companyOrder} LIMIT $2`;
  const found = await tx.query<ListedReportRow>(toListedSql(page, companyOrder), [companyId, max]);
  return found.rows;
}

export async function findListedReport(
  tx: Tx,
  companyId: string,
  { kind, firstDay }: { kind: ReportKind; firstDay: string },
): Promise<ListedReportRow | undefined> {
  const page = `
    SELECT r.*, ${isFirst} AS is_first FROM reports r
    WHERE r.company_id = $1 AND r.kind = $2 AND r.first_day = $3::date`;
  const found = await tx.query<ListedReportRow>(toListedSql(page), [companyId, kind, firstDay]);
  return found.rows[0];
}

export interface ListedDeliveryRow {
  id: string;
  name: string;
  email: string;
  number: number;
  state: 'waiting' | 'sent' | 'failed';
  error: string;
  created_at: Date;
  sent_at: Date | null;
  opened_at: Date | null;
}

export async function listDeliveryRows(tx: Tx, reportId: string): Promise<ListedDeliveryRow[]> {
  const found = await tx.query<ListedDeliveryRow>(
    `SELECT d.id, d.name, d.email, d.number, coalesce(m.state, d.state) AS state,
       CASE WHEN m.state = 'failed' THEN coalesce(m.last_error, '') WHEN m.state IS NULL THEN d.error ELSE '' END AS error,
       d.created_at, CASE WHEN m.state IS NULL THEN d.sent_at WHEN m.state = 'sent' THEN m.sent_at END AS sent_at,
       d.opened_at
     FROM report_deliveries d LEFT JOIN mails m ON m.id = d.mail_id
     WHERE d.report_id = $1 ORDER BY d.name, d.email, d.number, d.id`,
    [reportId],
  );
  return found.rows;
}

/** False if the report was sent or skipped, or has another version of the comment. */
export async function updateComment(
  tx: Tx,
  { companyId, reportId }: { companyId: string; reportId: string },
  { comment, version }: { comment: string; version: number },
): Promise<boolean> {
  const updated = await tx.query(
    `UPDATE reports SET comment = $3, comment_version = comment_version + 1
     WHERE company_id = $1 AND id = $2 AND comment_version = $4 AND state IN ('planned', 'held')`,
    [companyId, reportId, comment, version],
  );
  return updated.rowCount === 1;
}

/** False if the report has neither of the two states. */
export async function updateState(
  tx: Tx,
  { companyId, reportId }: { companyId: string; reportId: string },
  state: 'held' | 'skipped',
): Promise<boolean> {
  const updated = await tx.query(
    `UPDATE reports SET state = $3 WHERE company_id = $1 AND id = $2 AND state IN ('held', 'skipped')`,
    [companyId, reportId, state],
  );
  return updated.rowCount === 1;
}

/** Releases a held report. Returns its id, or undefined if it is not held. */
export async function releaseHeld(
  tx: Tx,
  companyId: string,
  { kind, firstDay }: { kind: ReportKind; firstDay: string },
  { at, by }: { at: Date; by: string },
): Promise<string | undefined> {
  const updated = await tx.query<{ id: string }>(
    `UPDATE reports SET state = 'released', released_at = $4, released_by = $5
     WHERE company_id = $1 AND kind = $2 AND first_day = $3::date AND state = 'held' RETURNING id`,
    [companyId, kind, firstDay, at, by],
  );
  return updated.rows[0]?.id;
}
