import type { AgencySettings } from '../../contract/site/agency-settings.ts';
import type { Db } from '../db/client.ts';
import { findNewestVersion, insertSettings } from '../features/agency/agency.queries.ts';
import type { Agency } from '../features/agency/agency.ts';

/** Saves settings of the agency as a new version, as another process does: without notifying this one. */
export async function saveSettingsElsewhere(db: Db, settings: AgencySettings): Promise<void> {
  const newest = await findNewestVersion(db);
  await insertSettings(db, {
    version: newest + 1,
    settings,
    changed_fields: [],
    restored_version: null,
    changed_by: 'ada@agency.example',
    changed_at: new Date(),
  });
}

/** Changes the settings of the agency that a server uses. */
export async function changeSettings(
  { db, server }: { db: Db; server: { agency: Agency } },
  settings: AgencySettings,
): Promise<void> {
  await saveSettingsElsewhere(db, settings);
  await server.agency.reread();
}
