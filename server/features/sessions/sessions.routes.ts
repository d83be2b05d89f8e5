import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { signedInSessions } from '../../../contract/accounts.ts';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { notify } from '../../db/notifications.ts';
import { AppError } from '../../platform/errors.ts';
import { type Accounts, requireCaller, toRequestActor } from '../accounts/accounts.ts';
import { toDeviceWords } from './browser-label.ts';
import { recordSession } from './session-audit.ts';
import { deleteSession, listSessionRows } from './sessions.queries.ts';

/** The browsers somebody is signed in with. */
export const sessionsRoutes: FastifyPluginAsyncZod<{ accounts: Accounts }> = async (app, { accounts }) => {
  const { db } = accounts;

  app.get(
    apiPaths.mySessions,
    { schema: { summary: 'Where you are signed in', response: { 200: signedInSessions } } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const caller = requireCaller(request);
      const rows = await listSessionRows(db, caller.userId, new Date());
      return {
        sessions: rows.map((row) => ({
          id: row.id,
          device: toDeviceWords(row.userAgent ?? ''),
          address: row.ipAddress ?? '',
          createdAt: row.createdAt.toISOString(),
          lastUsedAt: row.updatedAt.toISOString(),
          isCurrent: row.id === caller.sessionId,
        })),
      };
    },
  );

  app.delete(
    apiPaths.mySession(':sessionId'),
    {
      schema: {
        summary: 'Sign one browser out',
        params: z.object({ sessionId: z.string().regex(/^[\w-]{1,100}$/) }),
        response: { 204: z.null(), 404: errorBody },
      },
    },
    async (request, reply) => {
      const { userId } = requireCaller(request);
      await db.transaction(async (tx) => {
        if (!(await deleteSession(tx, userId, request.params.sessionId))) {
          throw new AppError(404, 'not-found', 'This browser is signed out already.');
        }
        await recordSession(tx, toRequestActor(request), 'session.ended');
        await notify(tx, { kind: 'rights-changed' });
      });
      return reply.status(204).send(null);
    },
  );
};
