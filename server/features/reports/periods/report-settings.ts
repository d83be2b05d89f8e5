import type { ReportSettings } from '../../../../contract/reports/reports.ts';
import type { Db, Tx } from '../../../db/client.ts';
import { type Actor, recordAudit } from '../../../platform/audit.ts';
import type { Jobs } from '../../../platform/jobs.ts';
import { requireLockedCompany } from '../../access/accesses/accesses.ts';
import { planReports } from './plan-reports.ts';
import { findSettingsRow, saveSettingsRow } from './planning.queries.ts';

/** A company without settings gets no reports. Once they are on, each is held until a member has switched that off. */
const usualSettings: ReportSettings = { isWeekly: false, isMonthly: false, isHeld: true };

export async function readSettings(tx: Tx, companyId: string): Promise<ReportSettings> {
  const row = await findSettingsRow(tx, companyId);
  return row ? { isWeekly: row.is_weekly, isMonthly: row.is_monthly, isHeld: row.is_held } : usualSettings;
}

/** Changes which reports a company gets. The first period of a kind is the current one, which has not ended yet. */
export async function saveSettings(
  { db, jobs }: { db: Db; jobs: Pick<Jobs, 'send'> },
  companyId: string,
  settings: ReportSettings,
  by: Actor,
): Promise<ReportSettings> {
  return db.transaction(async (tx) => {
    const company = await requireLockedCompany(tx, companyId);
    const now = new Date();
    const before = await findSettingsRow(tx, companyId);
    await saveSettingsRow(tx, {
      ...{ company_id: companyId, is_weekly: settings.isWeekly, is_monthly: settings.isMonthly },
      is_held: settings.isHeld,
      weekly_since: before?.is_weekly ? before.weekly_since : now,
      monthly_since: before?.is_monthly ? before.monthly_since : now,
    });
    await recordAudit(tx, by, { action: 'report-settings.changed', object: company, objectId: companyId });
    await planReports(tx, { jobs }, { companyId, now });
    return settings;
  });
}
