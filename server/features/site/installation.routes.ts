import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { installation } from '../../../contract/admin.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import { productVersion } from '../../platform/version.ts';

export const installationRoutes: FastifyPluginAsyncZod = async (app) => {
  tagRoutes(app, 'Administration');

  app.get(
    apiPaths.installation,
    {
      config: { permission: 'installation' },
      schema: {
        operationId: 'getInstallation',
        summary: 'Show the version of the server',
        response: { 200: installation },
      },
    },
    async () => ({ version: productVersion }),
  );
};
