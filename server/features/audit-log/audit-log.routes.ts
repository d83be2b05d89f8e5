import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { auditLog } from '../../../contract/admin.ts';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { cursorQuery } from '../../../contract/rules/cursor.ts';
import type { Db } from '../../db/client.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import { readCursor, toCursor } from '../../platform/http/cursor.ts';
import { listAuditEntries } from './audit-log.queries.ts';

const pageSize = 50;

export const auditLogRoutes: FastifyPluginAsyncZod<{ db: Db }> = async (app, { db }) => {
  tagRoutes(app, 'Administration');

  app.get(
    apiPaths.auditLog,
    {
      config: { permission: 'audit-log' },
      schema: {
        operationId: 'listAuditEntries',
        summary: 'List the audit log, newest first',
        querystring: cursorQuery,
        response: { 200: auditLog, 400: errorBody },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const found = await listAuditEntries(db, pageSize + 1, readCursor(request.query.after));
      const shown = found.slice(0, pageSize);
      const last = found.length > pageSize ? shown.at(-1) : undefined;
      return {
        entries: shown.map(({ id, at, actor, action, object, address, count, last_at }) => ({
          id,
          at: at.toISOString(),
          actor,
          action,
          object,
          address,
          count,
          lastAt: last_at?.toISOString() ?? null,
        })),
        next: last ? toCursor({ createdAt: last.at, id: last.id }) : null,
      };
    },
  );
};
