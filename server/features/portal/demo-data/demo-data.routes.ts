import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { companyParams } from '../../../../contract/company/companies.ts';
import { simulateRequest, simulateResponse } from '../../../../contract/company/demo-data.ts';
import { errorBody } from '../../../../contract/errors.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { tagRoutes } from '../../../platform/http/api-tags.ts';
import { type PortalViewer, requirePortalViewer } from '../../access/access.ts';
import type { DemoData } from './demo-data.ts';

export interface DemoDataRoutesDeps {
  demoData: DemoData;
  /** The viewer door: throws if the caller may not see the company. */
  admit: (request: FastifyRequest, companyId: string) => Promise<PortalViewer>;
}

/** Demo data replaces everything that the portal shows. */
const whole = { portal: { rights: ['dashboard'], isWhole: true } } satisfies FastifyContextConfig;

/** Generates demo data. The body names the company, so the door is checked in the handler. */
export const demoDataRoutes: FastifyPluginAsyncZod<DemoDataRoutesDeps> = async (app, { demoData, admit }) => {
  tagRoutes(app, 'Portal');

  app.post(
    apiPaths.simulateAnalytics,
    {
      config: { ...whole, rateLimit: { max: 20, timeWindow: '1 minute' }, needsSpace: true },
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

export const clearDemoDataRoutes: FastifyPluginAsyncZod<{ demoData: DemoData }> = async (
  app,
  { demoData },
) => {
  tagRoutes(app, 'Portal');

  app.delete(
    apiPaths.simulatedAnalytics(':companyId'),
    {
      config: { ...whole, rateLimit: { max: 20, timeWindow: '1 minute' } },
      schema: {
        operationId: 'clearDemoData',
        summary: 'Clear the demo data',
        params: companyParams,
        response: { 204: z.null(), 429: errorBody, 404: errorBody },
      },
    },
    async (request, reply) => {
      await demoData.clear({ viewer: requirePortalViewer(request), address: request.ip });
      return reply.status(204).send(null);
    },
  );
};
