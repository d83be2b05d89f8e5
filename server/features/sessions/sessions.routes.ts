import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { signedInSessions } from '../../../contract/account/accounts.ts';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { notify } from '../../db/notifications/notifications.ts';
import { AppError } from '../../platform/errors.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import { toBrowserLabel } from './browser-label.ts';
import { recordSession } from './session-audit.ts';
import { deleteSession, deleteSessions, listSessionRows } from './sessions.queries.ts';
import { requireSession, type Sessions, toRequestActor } from './sessions.ts';

/** The sessions of the signed-in account. */
export const sessionsRoutes: FastifyPluginAsyncZod<{ sessions: Sessions }> = async (app, { sessions }) => {
  tagRoutes(app, 'Accounts');

  const { db } = sessions;

  app.get(
    apiPaths.mySessions,
    {
      schema: {
        operationId: 'listSessions',
        summary: 'List the sessions of this account',
        response: { 200: signedInSessions },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const session = requireSession(request);
      const rows = await listSessionRows(db, session.userId, new Date());
      return {
        sessions: rows.map((row) => ({
          id: row.id,
          device: toBrowserLabel(row.userAgent ?? ''),
          address: row.ipAddress ?? '',
          createdAt: row.createdAt.toISOString(),
          lastUsedAt: row.updatedAt.toISOString(),
          isCurrent: row.id === session.id,
        })),
      };
    },
  );

  app.delete(
    apiPaths.mySessions,
    {
      schema: {
        operationId: 'endOtherSessions',
        summary: 'End all other sessions of this account',
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { userId, id } = requireSession(request);
      await db.transaction(async (tx) => {
        if ((await deleteSessions(tx, userId, id)) === 0) return;
        await recordSession(tx, toRequestActor(request), 'session.ended');
        await notify(tx, { kind: 'rights-changed' });
      });
      return reply.status(204).send(null);
    },
  );

  app.delete(
    apiPaths.mySession(':sessionId'),
    {
      schema: {
        operationId: 'endSession',
        summary: 'End a session of this account',
        params: z.object({ sessionId: z.string().regex(/^[\w-]{1,100}$/) }),
        response: { 204: z.null(), 404: errorBody },
      },
    },
    async (request, reply) => {
      const { userId } = requireSession(request);
      await db.transaction(async (tx) => {
        if (!(await deleteSession(tx, userId, request.params.sessionId))) {
          throw new AppError(404, 'not-found', 'This browser is already signed out.');
        }
        await recordSession(tx, toRequestActor(request), 'session.ended');
        await notify(tx, { kind: 'rights-changed' });
      });
      return reply.status(204).send(null);
    },
  );
};
