import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { verifyAccessAnswer, verifyAccessRequest } from '../../../contract/access.ts';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { verifyAccess } from './access.ts';
import { viewerCookieName, viewerDays } from './viewer-cookie.ts';
import type { ViewerDoorDeps } from './viewer-door.ts';

export const accessRoutes: FastifyPluginAsyncZod<ViewerDoorDeps> = async (
  app,
  { db, appSecret, isSecure },
) => {
  app.post(
    apiPaths.verifyCompanyAccess,
    {
      config: { rateLimit: { max: 10, timeWindow: '1 minute' } },
      schema: {
        summary: 'Exchange a company access key for a viewer session',
        body: verifyAccessRequest,
        response: { 200: verifyAccessAnswer, 401: errorBody, 429: errorBody },
      },
    },
    async (request, reply) => {
      const { answer, cookie } = await verifyAccess(db, appSecret, request.body.accessKey);
      reply.setCookie(viewerCookieName(answer.id, isSecure), cookie, {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: isSecure,
        maxAge: viewerDays * 86_400,
      });
      return answer;
    },
  );
};
