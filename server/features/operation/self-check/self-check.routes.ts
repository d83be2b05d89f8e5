import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { selfCheck as selfCheckAnswer } from '../../../../contract/operation/self-check.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { tagRoutes } from '../../../platform/http/api-tags.ts';
import type { SelfCheck } from './self-check.ts';

/** The findings of the server about itself, for owners. */
export const selfCheckRoutes: FastifyPluginAsyncZod<{ selfCheck: SelfCheck }> = async (
  app,
  { selfCheck },
) => {
  tagRoutes(app, 'Administration');

  app.get(
    apiPaths.selfCheck,
    {
      config: { permission: 'operation' },
      schema: {
        operationId: 'getSelfCheck',
        summary: 'Check disks, clocks, mail, proxies, the database and backups',
        response: { 200: selfCheckAnswer },
      },
    },
    () => selfCheck.read(),
  );
};
