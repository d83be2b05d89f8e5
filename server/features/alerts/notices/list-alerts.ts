import type { Alert } from '../../../../contract/alerts/alerts.ts';
import type { Db } from '../../../db/client.ts';
import { toCursor } from '../../../platform/http/cursor.ts';
import { type AlertFilter, type AlertRow, listAlertRows } from './alerts.queries.ts';

const pageSize = 50;

/** A page of alerts, newest first. */
export async function listAlerts(
  db: Db,
  filter: AlertFilter,
): Promise<{ alerts: Alert[]; next: string | null }> {
  const found = await listAlertRows(db, filter, pageSize + 1);
  const shown = found.slice(0, pageSize);
  const last = found.length > pageSize ? shown.at(-1) : undefined;
  return {
    alerts: shown.map(toAlert),
    next: last ? toCursor({ createdAt: last.found_at, id: last.id }) : null,
  };
}

export const toAlert = (row: AlertRow): Alert => ({
  ...{ id: row.id, companyId: row.company_id, company: row.company, facts: row.facts },
  beganAt: row.began_at.toISOString(),
  foundAt: row.found_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
});
