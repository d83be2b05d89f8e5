import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorBody } from '../../../contract/errors.ts';
import type { Db } from '../../db/client.ts';
import { unavailable } from '../../platform/errors.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import { requireDatabase } from './health.queries.ts';

export interface HealthDeps {
  db: Db;
  /** Whether this process receives the database's notifications. */
  isListening: () => boolean;
}

const ok = z.object({ status: z.literal('ok') });

/** `/healthz`: the process answers. `/readyz`: the database is reachable too; a proxy sends requests only then. */
export const healthRoutes: FastifyPluginAsyncZod<HealthDeps> = async (app, { db, isListening }) => {
  tagRoutes(app, 'Server');

  app.get(
    '/healthz',
    {
      schema: {
        operationId: 'checkHealth',
        summary: 'Check that the process answers',
        response: { 200: ok },
      },
    },
    async () => ({
      status: 'ok' as const,
    }),
  );

  app.get(
    '/readyz',
    {
      schema: {
        operationId: 'checkReadiness',
        summary: 'Check that the server can process requests',
        response: { 200: ok, 503: errorBody },
      },
    },
    async () => {
      await requireDatabase(db);
      if (!isListening()) throw unavailable();
      return { status: 'ok' as const };
    },
  );
};
