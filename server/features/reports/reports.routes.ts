import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import { reportSettingsRoutes } from './periods/report-settings.routes.ts';
import { previewsRoutes } from './previews/previews.routes.ts';
import { recipientsRoutes } from './recipients/recipients.routes.ts';
import type { Reports } from './reports.ts';
import { reviewRoutes } from './review/review.routes.ts';
import { reportTemplateRoutes } from './template/report-template.routes.ts';

/** Routes of administrators. */
export const reportsRoutes: FastifyPluginAsyncZod<{ reports: Reports }> = async (app, { reports }) => {
  tagRoutes(app, 'Reports');
  const { deps } = reports;
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  await app.register(reportTemplateRoutes, { db: deps.db });
  await app.register(reportSettingsRoutes, { db: deps.db, jobs: deps.jobs });
  await app.register(recipientsRoutes, { db: deps.db });
  await app.register(reviewRoutes, { db: deps.db, jobs: deps.jobs });
  await app.register(previewsRoutes, { deps });
};
