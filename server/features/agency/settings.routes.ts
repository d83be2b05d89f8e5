import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import {
  currentSettings,
  restoreSettingsRequest,
  saveSettingsRequest,
  settingsHistory,
  settingsVersionParams,
  storedSettings,
} from '../../../contract/site/agency-settings.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import { toRequestActor } from '../sessions/sessions.ts';
import {
  listHistory,
  requireStoredSettings,
  restoreSettings,
  type SettingsDeps,
  saveSettings,
  toCurrentSettings,
} from './settings.ts';

/** Legal texts of three pages, in characters that JSON may escape. */
const bodyMaxBytes = 1024 * 1024;

const config = { permission: 'agency-settings' } as const;
const changing = { permission: 'agency-settings', needsRecentSignIn: true, needsSpace: true } as const;

/** The agency's settings, for owners. */
export const settingsRoutes: FastifyPluginAsyncZod<SettingsDeps> = async (app, deps) => {
  tagRoutes(app, 'Agency');

  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  app.get(
    apiPaths.settings,
    {
      config,
      schema: {
        operationId: 'getSettings',
        summary: 'The settings of the agency that differ from the specification',
        response: { 200: currentSettings },
      },
    },
    async () => {
      await deps.agency.reread();
      return toCurrentSettings(deps.agency.current);
    },
  );

  app.put(
    apiPaths.settings,
    {
      config: changing,
      bodyLimit: bodyMaxBytes,
      schema: {
        operationId: 'saveSettings',
        summary: 'Save the settings of the agency',
        body: saveSettingsRequest,
        response: { 200: currentSettings, 400: errorBody, 409: errorBody, 503: errorBody },
      },
    },
    (request) => saveSettings(deps, toRequestActor(request), request.body),
  );

  app.get(
    apiPaths.settingsHistory,
    {
      config,
      schema: {
        operationId: 'listSettingsVersions',
        summary: 'List the saved versions of the settings, newest first',
        response: { 200: settingsHistory },
      },
    },
    async () => ({ versions: await listHistory(deps) }),
  );

  app.get(
    apiPaths.storedSettings(':version'),
    {
      config,
      schema: {
        operationId: 'getSettingsVersion',
        summary: 'The settings of one version',
        params: settingsVersionParams,
        response: { 200: storedSettings, 404: errorBody, 409: errorBody },
      },
    },
    (request) => requireStoredSettings(deps, request.params.version),
  );

  app.post(
    apiPaths.restoreSettings(':version'),
    {
      config: changing,
      schema: {
        operationId: 'restoreSettings',
        summary: 'Take the settings of an earlier version again; version 0 is the specification',
        params: settingsVersionParams,
        body: restoreSettingsRequest,
        response: { 200: currentSettings, 400: errorBody, 404: errorBody, 409: errorBody, 503: errorBody },
      },
    },
    (request) =>
      restoreSettings(deps, toRequestActor(request), {
        basedOn: request.body.version,
        version: request.params.version,
      }),
  );
};
