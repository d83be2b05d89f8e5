import { queryOptions } from '@tanstack/react-query';
import { apiPaths } from '../../../contract/paths.ts';
import {
  type CurrentSettings,
  currentSettings,
  type SaveSettingsRequest,
  settingsHistory,
  storedSettings,
  uploadedLogo,
} from '../../../contract/site/agency-settings.ts';
import { getJson, postJson, putJson, send } from '../../api/client.ts';
import { withRecentSignIn } from '../../api/session/recent-sign-in.ts';
import { rememberUsualBrand } from '../settings/model/usual-brand.ts';

function parseCurrent(json: unknown): CurrentSettings {
  const current = currentSettings.parse(json);
  rememberUsualBrand(current.usualBrand);
  return current;
}

const settingsKey = ['admin', 'settings'] as const;

export const settingsQuery = queryOptions({
  queryKey: [...settingsKey, 'current'],
  queryFn: ({ signal }) => getJson(apiPaths.settings, { parse: parseCurrent, signal }),
});

export const settingsHistoryQuery = queryOptions({
  queryKey: [...settingsKey, 'versions'],
  queryFn: ({ signal }) => getJson(apiPaths.settingsHistory, { parse: settingsHistory.parse, signal }),
});

export const storedSettingsQuery = (version: number) =>
  queryOptions({
    queryKey: [...settingsKey, 'version', version],
    queryFn: ({ signal }) =>
      getJson(apiPaths.storedSettings(version), { parse: storedSettings.parse, signal }),
    // A saved version never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });

export const loadSettings = (): Promise<CurrentSettings> =>
  getJson(apiPaths.settings, { parse: parseCurrent });

export const saveSettings = (request: SaveSettingsRequest): Promise<CurrentSettings> =>
  withRecentSignIn(() => putJson(apiPaths.settings, request, { parse: parseCurrent }));

/** @param basedOn the version in use, as this page knows it */
export const restoreSettings = (version: number, basedOn: number): Promise<CurrentSettings> =>
  withRecentSignIn(() =>
    postJson(apiPaths.restoreSettings(version), { version: basedOn }, { parse: parseCurrent }),
  );

/** @throws {ApiError} with the reason, for people */
export async function uploadLogo(file: Blob, type: string) {
  const response = await withRecentSignIn(() =>
    send(apiPaths.logos, { method: 'POST', headers: { 'content-type': type }, body: file }),
  );
  return uploadedLogo.parse(await response.json());
}
