import {
  type AgencySettings,
  agencySettings,
  type CurrentSettings,
  type SettingsVersion,
} from '../../../contract/site/agency-settings.ts';
import { usualBrand } from '../../../contract/site/brand.ts';
import type { Db } from '../../db/client.ts';
import { lockForTransaction } from '../../db/locks.ts';
import { notify } from '../../db/notifications/notifications.ts';
import { type Actor, recordAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { findSettings, insertSettings, listSettingsVersions, type SettingsRow } from './agency.queries.ts';
import type { Agency, AgencyState } from './agency.ts';
import { checkSettings } from './check-settings.ts';
import { listChangedFields, withoutUsual } from './settings-changes.ts';

export interface SettingsDeps {
  db: Db;
  agency: Agency;
}

export function toCurrentSettings({ version, settings, changedBy, changedAt }: AgencyState): CurrentSettings {
  return { version, settings, changedBy, changedAt: changedAt?.toISOString() ?? null, usualBrand };
}

/** The number of versions in the history that is shown. Older ones stay stored. */
const historyMax = 200;

export async function listHistory({ db }: SettingsDeps): Promise<SettingsVersion[]> {
  return (await listSettingsVersions(db, historyMax)).map(toSettingsVersion);
}

export async function requireStoredSettings(
  { db }: SettingsDeps,
  version: number,
): Promise<SettingsVersion & { settings: AgencySettings }> {
  const row = await requireVersion(db, version);
  return { ...toSettingsVersion(row), settings: toReadable(row) };
}

/**
 * Saves settings as a new version. Throws if another version was saved since the edited version was read, so that no
 * changes are overwritten unseen.
 */
export async function saveSettings(
  deps: SettingsDeps,
  actor: Actor,
  { version, settings }: { version: number; settings: AgencySettings },
): Promise<CurrentSettings> {
  const kept = withoutUsual(settings);
  return storeVersion(deps, actor, { basedOn: version, settings: kept, restoredVersion: null });
}

/** Saves the settings of an earlier version as a new one. Version 0 is the specification. */
export async function restoreSettings(
  deps: SettingsDeps,
  actor: Actor,
  { basedOn, version }: { basedOn: number; version: number },
): Promise<CurrentSettings> {
  const settings = version === 0 ? {} : toReadable(await requireVersion(deps.db, version));
  return storeVersion(deps, actor, { basedOn, settings, restoredVersion: version });
}

interface NewVersion {
  basedOn: number;
  settings: AgencySettings;
  restoredVersion: number | null;
}

async function storeVersion(
  { db, agency }: SettingsDeps,
  actor: Actor,
  { basedOn, settings, restoredVersion }: NewVersion,
): Promise<CurrentSettings> {
  await agency.reread();
  const before = agency.current;
  if (agency.isBehind) throw savedByNewerRelease();
  if (before.version !== basedOn) throw changedSince(before);
  const changedFields = listChangedFields(before.settings, settings);
  // A repeated click changes nothing.
  if (changedFields.length === 0) return toCurrentSettings(before);
  const isStored = await db.transaction(async (tx) => {
    await lockForTransaction(tx, { lock: 'logos' });
    // Also for settings of before: rules may be stricter now.
    await checkSettings(tx, settings);
    const isNew = await insertSettings(tx, {
      version: basedOn + 1,
      settings,
      changed_fields: changedFields,
      restored_version: restoredVersion,
      changed_by: actor.name,
      changed_at: new Date(),
    });
    if (!isNew) return false;
    await recordAudit(tx, actor, {
      action: restoredVersion === null ? 'settings.changed' : 'settings.restored',
      object: `version ${basedOn + 1}`,
      objectId: String(basedOn + 1),
    });
    await notify(tx, { kind: 'agency-changed' });
    return true;
  });
  // In this process before the answer, in others by the notification.
  await agency.reread();
  if (!isStored) throw changedSince(agency.current);
  return toCurrentSettings(agency.current);
}

const changedSince = ({ changedBy }: AgencyState) =>
  new AppError(
    409,
    'settings-changed',
    `${changedBy ?? 'Another owner'} has saved other settings since you opened this page. Your changes were not saved.`,
  );

const savedByNewerRelease = () =>
  new AppError(
    409,
    'conflict',
    'The newest settings were saved by another release, which this server cannot read. Your changes were not saved. Upgrade this server first.',
  );

function toReadable({ version, settings }: SettingsRow): AgencySettings {
  const parsed = agencySettings.safeParse(settings);
  if (parsed.success) return parsed.data;
  const message = `Version ${version} was saved by another release, and this one cannot read it.`;
  throw new AppError(409, 'conflict', message, { cause: parsed.error });
}

async function requireVersion(db: Db, version: number): Promise<SettingsRow> {
  const found = await findSettings(db, version);
  if (found) return found;
  throw new AppError(404, 'not-found', 'There is no version with this number.', { field: 'version' });
}

const toSettingsVersion = (row: Omit<SettingsRow, 'settings'>): SettingsVersion => ({
  version: row.version,
  changedBy: row.changed_by,
  changedAt: row.changed_at.toISOString(),
  changedFields: row.changed_fields,
  restoredVersion: row.restored_version,
});
