import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  type AgencySettings,
  type CurrentSettings,
  type SettingsVersion,
  saveSettingsRequest,
} from '../../contract/site/agency-settings.ts';
import { usualBrand } from '../../contract/site/brand.ts';
import SettingsScreen from '../admin/settings/settings-screen.tsx';
import { serveAdmin } from './admin-builders.ts';
import type { ApiServer } from './api-server.ts';
import { renderPage } from './render-page.tsx';

export const aVersion = (version: number, fields: Partial<SettingsVersion> = {}): SettingsVersion => ({
  version,
  changedBy: 'ada@agency.test',
  changedAt: '2026-11-20T10:00:00.000Z',
  changedFields: ['brand.name'],
  restoredVersion: null,
  ...fields,
});

/** From now on the server has this version. */
export function showVersion(
  api: ApiServer,
  version: number,
  settings: AgencySettings,
  changedBy = 'ada@agency.test',
): CurrentSettings {
  const current: CurrentSettings = {
    version,
    settings,
    changedBy: version === 0 ? null : changedBy,
    changedAt: version === 0 ? null : '2026-11-20T10:00:00.000Z',
    usualBrand,
  };
  api.json('GET /api/settings', 200, current);
  return current;
}

/** Responses for an owner whose settings were never changed. */
export function serveSettings(api: ApiServer): void {
  serveAdmin(api);
  showVersion(api, 0, {});
  api.json('GET /api/settings/versions', 200, { versions: [] });
}

export async function openSettings(section?: string) {
  const path = section === undefined ? '/admin/settings' : `/admin/settings?section=${section}`;
  const router = renderPage(path, { '/admin/settings': SettingsScreen });
  await screen.findByRole('main');
  return { user: userEvent.setup(), router };
}

/** The request of the last attempt to save. */
export const savedSettings = (api: ApiServer) =>
  saveSettingsRequest.parse(JSON.parse(api.bodies[api.requests.lastIndexOf('PUT /api/settings')] ?? ''));
