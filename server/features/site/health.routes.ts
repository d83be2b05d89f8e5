import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorBody } from '../../../contract/errors.ts';
import type { Db } from '../../db/client.ts';
import { unavailable } from '../../platform/errors.ts';
import { requireDatabase } from './health.queries.ts';

export interface HealthDeps {
  db: Db;
  /** Whether this process hears the database's notifications. */
  isListening: () => boolean;
}

const ok = z.object({ status: z.literal('ok') });

/** `/healthz`: the process answers. `/readyz`: it can also do its work; a proxy sends requests only then. */
export const healthRoutes: FastifyPluginAsyncZod<HealthDeps> = async (app, { db, isListening }) => {
  app.get('/healthz', { schema: { summary: 'Alive', response: { 200: ok } } }, async () => ({
    status: 'ok' as const,
  }));

  app.get('/readyz', { schema: { summary: 'Ready', response: { 200: ok, 503: errorBody } } }, async () => {
    await requireDatabase(db);
    if (!isListening()) throw unavailable();
    return { status: 'ok' as const };
  });
};
