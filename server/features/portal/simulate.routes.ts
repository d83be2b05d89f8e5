import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { simulateAnswer, simulateRequest } from '../../../contract/analytics.ts';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import type { Db } from '../../db/client.ts';
import { replaceSimulatedReadings } from './portal.queries.ts';
import { simulateDay } from './simulate.ts';

export interface SimulateDeps {
  db: Db;
  /** The viewer door: throws for everybody who may not see the company. */
  admit: (request: FastifyRequest, companyId: string) => Promise<{ companyId: string }>;
}

/** Demo data. The company is named in the body, so the door is asked here rather than by the path. */
export const simulateRoutes: FastifyPluginAsyncZod<SimulateDeps> = async (app, { db, admit }) => {
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
      const { companyId } = await admit(request, request.body.companyId);
      const readings = simulateDay(new Date(), Math.random);
      await replaceSimulatedReadings(db.pool, companyId, readings);
      return { readings: readings.length };
    },
  );
};
