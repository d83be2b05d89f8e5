import type { AlertKind } from '../../../../contract/alerts/alert-kinds.ts';
import type { AlertFacts, AlertSettings } from '../../../../contract/alerts/alerts.ts';
import type { CompanyBrand } from '../../../../contract/site/agency-settings.ts';
import type { Tx } from '../../../db/client.ts';
import type { ListPosition } from '../../../platform/http/cursor.ts';
import type { CompanyScope } from '../../sessions/sessions.ts';

/** An alert with the company that it is about. */
export interface AlertRow {
  id: string;
  /** Null for alerts about the server, as are the name and the brand. */
  company_id: string | null;
  company: string | null;
  brand: CompanyBrand | null;
  kind: AlertKind;
  subject: string;
  facts: AlertFacts;
  began_at: Date;
  found_at: Date;
  ended_at: Date | null;
}

const columns = `a.id, a.company_id, c.name AS company, c.brand, a.kind, a.subject, a.facts, a.began_at, a.found_at,
  a.ended_at`;

export interface AlertCompany {
  name: string;
  brand: CompanyBrand | null;
  settings: AlertSettings | null;
}

/** The company of a new alert, which cannot be deleted until the transaction ends. */
export async function lockAlertCompany(tx: Tx, companyId: string): Promise<AlertCompany | undefined> {
  const found = await tx.query<AlertCompany>(
    `SELECT c.name, c.brand, s.settings FROM companies c
     LEFT JOIN alert_settings s ON s.company_id = $1
     WHERE c.id = $1 FOR KEY SHARE OF c`,
    [companyId],
  );
  return found.rows[0];
}

export interface NewAlertRow extends Omit<AlertRow, 'company' | 'brand'> {
  day: string | null;
}

/** Returns false if the same alert lasts, or the same day was reported. */
export async function insertAlert(tx: Tx, row: NewAlertRow): Promise<boolean> {
  const found = await tx.query(
    `INSERT INTO alerts (company_id, id, kind, subject, day, facts, began_at, found_at, ended_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING RETURNING id`,
    [
      ...[row.company_id, row.id, row.kind, row.subject, row.day, row.facts],
      ...[row.began_at, row.found_at, row.ended_at],
    ],
  );
  return found.rows.length > 0;
}

/** Ends the alert of this kind and subject that lasts. Undefined if no such alert lasts. */
export async function endLastingAlert(
  tx: Tx,
  { companyId, kind, subject }: { companyId: string | null; kind: string; subject: string },
  endedAt: Date,
): Promise<{ id: string } | undefined> {
  const found = await tx.query<{ id: string }>(
    `UPDATE alerts SET ended_at = GREATEST(began_at, $4)
     WHERE company_id IS NOT DISTINCT FROM $1 AND kind = $2 AND subject = $3 AND ended_at IS NULL RETURNING id`,
    [companyId, kind, subject, endedAt],
  );
  return found.rows[0];
}

/** An alert that a notice or a message names. */
export async function findAlert(tx: Tx, id: string): Promise<AlertRow | undefined> {
  const found = await tx.query<AlertRow>(
    `SELECT ${columns} FROM alerts a LEFT JOIN companies c ON c.id = a.company_id WHERE a.id = $1`,
    [id],
  );
  return found.rows[0];
}

export interface AlertFilter {
  scope: CompanyScope;
  /** Whether alerts about the server are listed too. */
  withServer: boolean;
  companyId: string | null;
  isLasting: boolean;
  after: ListPosition | undefined;
}

/** Newest first. */
export async function listAlertRows(tx: Tx, filter: AlertFilter, max: number): Promise<AlertRow[]> {
  const { scope, withServer, companyId, isLasting, after } = filter;
  const found = await tx.query<AlertRow>(
    `SELECT ${columns} FROM alerts a LEFT JOIN companies c ON c.id = a.company_id
     WHERE CASE WHEN a.company_id IS NULL THEN $2 ELSE $1::text IS NULL
         OR EXISTS (SELECT 1 FROM team_companies t WHERE t.user_id = $1 AND t.company_id = a.company_id) END
       AND ($3::uuid IS NULL OR a.company_id = $3)
       AND (NOT $4 OR a.ended_at IS NULL)
       AND ($5::timestamptz IS NULL OR (a.found_at, a.id) < ($5, $6))
     ORDER BY a.found_at DESC, a.id DESC LIMIT ${max}`,
    [
      ...[scope === 'all' ? null : scope.userId, withServer, companyId, isLasting],
      ...[after?.createdAt ?? null, after?.id ?? null],
    ],
  );
  return found.rows;
}

/** Null for the usual settings. */
export async function findAlertSettings(tx: Tx, companyId: string): Promise<AlertSettings | null> {
  const found = await tx.query<{ settings: AlertSettings }>(
    'SELECT settings FROM alert_settings WHERE company_id = $1',
    [companyId],
  );
  return found.rows[0]?.settings ?? null;
}

export async function storeAlertSettings(tx: Tx, companyId: string, settings: AlertSettings): Promise<void> {
  await tx.query(
    `INSERT INTO alert_settings (company_id, settings) VALUES ($1, $2)
     ON CONFLICT (company_id) DO UPDATE SET settings = excluded.settings`,
    [companyId, settings],
  );
}

export async function deleteAlertsBefore(tx: Tx, before: Date): Promise<void> {
  await tx.query('DELETE FROM alerts WHERE ended_at < $1', [before]);
}
