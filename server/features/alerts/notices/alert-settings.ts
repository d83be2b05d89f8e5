import { companyAlertKinds } from '../../../../contract/alerts/alert-kinds.ts';
import { type AlertSettings, alertSettings } from '../../../../contract/alerts/alerts.ts';
import type { Db } from '../../../db/client.ts';
import { lockCompany } from '../../../db/locks.ts';
import { type Actor, recordAudit } from '../../../platform/audit.ts';
import { companyNotFound } from '../../access/access.ts';
import { requireCompany } from '../../companies/companies.ts';
import { findAlertSettings, storeAlertSettings } from './alerts.queries.ts';

/** The kinds of a company that has not chosen any: all. */
export const usualSettings: AlertSettings = { kinds: companyAlertKinds };

export async function readAlertSettings(db: Db, companyId: string): Promise<AlertSettings> {
  await requireCompany(db, companyId);
  // As stored: a release with other kinds may have written it.
  const stored = alertSettings.safeParse(await findAlertSettings(db, companyId));
  return stored.data ?? usualSettings;
}

export async function changeAlertSettings(
  db: Db,
  companyId: string,
  settings: AlertSettings,
  by: Actor,
): Promise<AlertSettings> {
  await db.transaction(async (tx) => {
    const name = await lockCompany(tx, companyId);
    if (name === undefined) throw companyNotFound();
    await storeAlertSettings(tx, companyId, settings);
    await recordAudit(tx, by, { action: 'alert-settings.changed', object: name, objectId: companyId });
  });
  return settings;
}
