import { and, eq } from 'drizzle-orm';
import type { ReportKind } from '../../../../contract/reports/report-content.ts';
import type { Tx } from '../../../db/client.ts';
import { reportSettings, reports } from '../../../db/schema/reports.ts';

type SettingsRow = typeof reportSettings.$inferSelect;
export type ReportRow = typeof reports.$inferSelect;

export async function findSettingsRow(tx: Tx, companyId: string): Promise<SettingsRow | undefined> {
  const [found] = await tx.orm.select().from(reportSettings).where(eq(reportSettings.company_id, companyId));
  return found;
}

export async function saveSettingsRow(tx: Tx, row: SettingsRow): Promise<void> {
  const { company_id: _, ...columns } = row;
  await tx.orm
    .insert(reportSettings)
    .values(row)
    .onConflictDoUpdate({ target: reportSettings.company_id, set: columns });
}

/** A company that gets reports. */
export interface ReportingCompany extends SettingsRow {
  time_zone: string;
  week_start: number;
}

/** The settings of all companies, or of the company with an id. */
export async function listReportingCompanies(tx: Tx, companyId: string | null): Promise<ReportingCompany[]> {
  const found = await tx.query<ReportingCompany>(
    `SELECT s.*, c.time_zone, c.week_start FROM report_settings s JOIN companies c ON c.id = s.company_id
     WHERE (s.is_weekly OR s.is_monthly) AND ($1::uuid IS NULL OR s.company_id = $1)
     ORDER BY s.company_id`,
    [companyId],
  );
  return found.rows;
}

/** A report that is planned, or was made in the last months. */
export interface PlannedRow {
  id: string;
  company_id: string;
  kind: ReportKind;
  first_day: string;
  last_day: string;
  state: ReportRow['state'];
}

/** Reports of all companies, or of the company with an id: those that are planned, and the others from a day on. */
export async function listPlannedRows(
  tx: Tx,
  companyId: string | null,
  fromDay: string,
): Promise<PlannedRow[]> {
  const found = await tx.query<PlannedRow>(
    `SELECT r.id, r.company_id, r.kind, r.first_day::text, r.last_day::text, r.state FROM reports r
     WHERE (r.state = 'planned' OR r.first_day >= $2::date) AND ($1::uuid IS NULL OR r.company_id = $1)`,
    [companyId, fromDay],
  );
  return found.rows;
}

/** False if the company has a report of this period. */
export async function insertReport(tx: Tx, row: typeof reports.$inferInsert): Promise<boolean> {
  const inserted = await tx.orm
    .insert(reports)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: reports.id });
  return inserted.length === 1;
}

const isPlanned = (id: string) => and(eq(reports.id, id), eq(reports.state, 'planned'));

/** False if the report is not planned any more. */
export async function setPlannedState(
  tx: Tx,
  companyId: string,
  id: string,
  change: { state: 'held' } | { state: 'released'; released_at: Date },
): Promise<boolean> {
  const updated = await tx.orm
    .update(reports)
    .set(change)
    .where(and(eq(reports.company_id, companyId), isPlanned(id)))
    .returning({ id: reports.id });
  return updated.length === 1;
}

/** Moves a planned report to another period. Does nothing if the company has a report of that period. */
export async function movePlanned(
  tx: Tx,
  companyId: string,
  id: string,
  days: { firstDay: string; lastDay: string },
): Promise<void> {
  await tx.query(
    `UPDATE reports r SET first_day = $3, last_day = $4
     WHERE r.company_id = $1 AND r.id = $2 AND r.state = 'planned' AND NOT EXISTS (
       SELECT 1 FROM reports other
       WHERE other.company_id = $1 AND other.kind = r.kind AND other.first_day = $3)`,
    [companyId, id, days.firstDay, days.lastDay],
  );
}

export async function deletePlanned(tx: Tx, companyId: string, id: string): Promise<void> {
  await tx.orm.delete(reports).where(and(eq(reports.company_id, companyId), isPlanned(id)));
}
