import {
  type AgencySettings,
  agencySettings,
  type CurrentSettings,
  type SettingsVersion,
} from '../../../contract/site/agency-settings.ts';
import { checkAccent, checkNeutral } from '../../../contract/site/colours/check-colours.ts';
import { mergeSettings } from '../../../contract/site/merged-settings.ts';
import type { Db } from '../../db/client.ts';
import { notify } from '../../db/notifications/notifications.ts';
import { type Actor, recordAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import {
  findSettings,
  insertSettings,
  listBrandFiles,
  listSettingsVersions,
  type SettingsRow,
} from './agency.queries.ts';
import type { Agency, AgencyState } from './agency.ts';
import { listChangedFields, listTexts, withoutUsual } from './settings-changes.ts';

export interface SettingsDeps {
  db: Db;
  agency: Agency;
}

export function toCurrentSettings({ version, settings, changedBy, changedAt }: AgencyState): CurrentSettings {
  return { version, settings, changedBy, changedAt: changedAt?.toISOString() ?? null };
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
  return { ...toSettingsVersion(row), settings: agencySettings.parse(row.settings) };
}

/**
 * Saves settings as a new version. Throws if another version was saved since the one that was edited, so that nobody's
 * changes are overwritten unseen.
 */
export async function saveSettings(
  deps: SettingsDeps,
  actor: Actor,
  { version, settings }: { version: number; settings: AgencySettings },
): Promise<CurrentSettings> {
  const kept = withoutUsual(settings);
  await checkSettings(deps.db, kept);
  return storeVersion(deps, actor, { basedOn: version, settings: kept, restoredVersion: null });
}

/** Takes the settings of an earlier version again. Version 0 is the specification. */
export async function restoreSettings(
  deps: SettingsDeps,
  actor: Actor,
  { basedOn, version }: { basedOn: number; version: number },
): Promise<CurrentSettings> {
  const settings =
    version === 0 ? {} : agencySettings.parse((await requireVersion(deps.db, version)).settings);
  // Rules may be stricter than at the time of that version.
  await checkSettings(deps.db, settings);
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
  if (before.version !== basedOn) throw changedSince(before);
  const changedFields = listChangedFields(before.settings, settings);
  // A repeated click changes nothing.
  if (changedFields.length === 0) return toCurrentSettings(before);
  const isStored = await db.transaction(async (tx) => {
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

const refuse = (field: string, message: string) =>
  new AppError(400, 'invalid-request', message, { field: `settings.${field}` });

/** Throws for settings that the schema cannot refuse. The error names the field. */
async function checkSettings(db: Db, settings: AgencySettings): Promise<void> {
  requireNoSecrets(settings);
  requirePrices(settings);
  requireReadableColours(settings);
  await requireLogos(db, settings);
}

// Settings are shown on the site and kept in the history. Keys of payment providers have recognizable prefixes.
const secret =
  /\b(?:(?:sk|rk)_(?:live|test)_\w{8,}|whsec_\w{8,}|AKIA[A-Z\d]{16}|ghp_\w{20,})|-----BEGIN [A-Z ]*PRIVATE KEY-----/;

function requireNoSecrets(settings: AgencySettings): void {
  const found = listTexts(settings).find(({ text }) => secret.test(text));
  if (!found) return;
  throw refuse(
    found.path,
    'This looks like a secret key. Everything here is shown to visitors and kept in the history.',
  );
}

function requirePrices(settings: AgencySettings): void {
  const { products, currencies } = mergeSettings(settings);
  for (const product of products) {
    for (const currency of currencies) {
      if (product.prices[currency] !== undefined) continue;
      const message = `${product.title} needs a price in ${currency.toUpperCase()}.`;
      throw refuse(`products.${product.id}.prices.${currency}`, message);
    }
  }
}

function requireReadableColours({ look }: AgencySettings): void {
  const checks = [
    ['look.neutral', look?.neutral === undefined ? undefined : checkNeutral(look.neutral)],
    ['look.accent', look?.accent === undefined ? undefined : checkAccent(look.accent, look)],
  ] as const;
  for (const [field, check] of checks) if (check && !check.isUsable) throw refuse(field, check.message);
}

async function requireLogos(db: Db, { look }: AgencySettings): Promise<void> {
  const given = [
    ['look.logoLight', look?.logoLight],
    ['look.logoDark', look?.logoDark],
  ] as const;
  const digests = given.flatMap(([, digest]) => digest ?? []);
  const known = new Set((await listBrandFiles(db, digests)).map(({ digest }) => digest));
  for (const [field, digest] of given) {
    if (digest !== undefined && !known.has(digest))
      throw refuse(field, 'This logo is not stored here. Upload it again.');
  }
}
