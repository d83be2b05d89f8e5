import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { errorBody } from '../../../../contract/errors.ts';
import { simulateRequest, simulateResponse } from '../../../../contract/live.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { tagRoutes } from '../../../platform/http/api-tags.ts';
import type { PortalViewer } from '../../access/access.ts';
import type { DemoData } from './demo-data.ts';

export interface DemoDataRoutesDeps {
  demoData: DemoData;
  /** The viewer door: throws if the caller may not see the company. */
  admit: (request: FastifyRequest, companyId: string) => Promise<PortalViewer>;
}

/** Demo data. The body names the company, so the door is checked in the handler. */
export const demoDataRoutes: FastifyPluginAsyncZod<DemoDataRoutesDeps> = async (app, { demoData, admit }) => {
  tagRoutes(app, 'Portal');

  app.post(
    apiPaths.simulateAnalytics,
    {
      config: { rateLimit: { max: 20, timeWindow: '1 minute' }, needsSpace: true },
      schema: {
        operationId: 'generateDemoData',
        summary: 'Replace the demo data of a company: invented events of three months',
        body: simulateRequest,
        response: { 200: simulateResponse, 404: errorBody, 409: errorBody, 429: errorBody, 503: errorBody },
      },
    },
    async (request) => {
      const viewer = await admit(request, request.body.companyId);
      const source = { now: new Date(), random: Math.random };
      return { readings: await demoData.generate({ viewer, address: request.ip }, source) };
    },
  );
};
