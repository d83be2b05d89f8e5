import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { simulateAnswer, simulateRequest } from '../../../contract/analytics.ts';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import type { Db } from '../../db/client.ts';
import { admitViewer, type ViewerDoorDeps } from '../access/viewer-door.ts';
import { replaceSimulatedReadings } from './portal.queries.ts';
import { simulateDay } from './simulate.ts';

/** Demo data. The company is named in the body, so the door is asked here rather than by the path. */
export const simulateRoutes: FastifyPluginAsyncZod<ViewerDoorDeps & { db: Db }> = async (app, door) => {
  app.post(
    apiPaths.simulateAnalytics,
    {
      config: { rateLimit: { max: 20, timeWindow: '1 minute' } },
      schema: {
        summary: 'Replace the demo data of a company by a new day',
        body: simulateRequest,
        response: { 200: simulateAnswer, 404: errorBody },
      },
    },
    async (request) => {
      const { companyId } = await admitViewer(door, request, request.body.companyId);
      const readings = simulateDay(new Date(), Math.random);
      await replaceSimulatedReadings(door.db.pool, companyId, readings);
      return { readings: readings.length };
    },
  );
};
