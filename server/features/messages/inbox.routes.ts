import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorBody } from '../../../contract/errors.ts';
import { inbox, inboxChange, inboxItem, inboxParams, inboxQuery } from '../../../contract/inbox.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { recordAudit } from '../../platform/audit.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import { csvFile } from '../../platform/http/files/file-answers.ts';
import { toRequestActor } from '../sessions/sessions.ts';
import { changeInboxItem, eraseInboxItem, readInbox, writeInboxCsv } from './inbox.ts';
import type { MessagesDeps } from './messages.ts';

const notFound = { 404: errorBody };

/** Contact messages and demo requests, for administrators. */
export const inboxRoutes: FastifyPluginAsyncZod<MessagesDeps> = async (app, deps) => {
  tagRoutes(app, 'Messages');

  const { db } = deps;

  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  app.get(
    apiPaths.inbox,
    {
      config: { permission: 'inbox' },
      schema: {
        operationId: 'listInboxItems',
        summary: 'List contact messages and demo requests, newest first',
        querystring: inboxQuery,
        response: { 200: inbox, 400: errorBody },
      },
    },
    (request) => readInbox(deps, request.query),
  );

  app.get(
    apiPaths.inboxFile,
    {
      config: { permission: 'inbox' },
      // A HEAD request would read all rows for nothing.
      exposeHeadRoute: false,
      schema: {
        operationId: 'exportInbox',
        summary: 'Export contact messages and demo requests as CSV',
        querystring: inboxQuery.omit({ after: true }),
        response: { 200: csvFile, 400: errorBody },
      },
    },
    async (request, reply) => {
      await db.transaction((tx) =>
        recordAudit(tx, toRequestActor(request), { action: 'inbox.exported', object: 'the inbox' }),
      );
      const day = new Date().toISOString().slice(0, 10);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="inbox-${day}.csv"`)
        .send(Readable.from(writeInboxCsv(deps, request.query)));
    },
  );

  app.patch(
    apiPaths.inboxItem(':itemId'),
    {
      config: { permission: 'inbox' },
      schema: {
        operationId: 'changeInboxItem',
        summary: 'Change the state or note of an inbox item',
        params: inboxParams,
        body: inboxChange,
        response: { 200: inboxItem, 400: errorBody, ...notFound },
      },
    },
    (request) => changeInboxItem(deps, request.params.itemId, request.body, toRequestActor(request)),
  );

  app.delete(
    apiPaths.inboxItem(':itemId'),
    {
      config: { permission: 'inbox', needsRecentSignIn: true },
      schema: {
        operationId: 'deleteInboxItem',
        summary: 'Delete an inbox item and its mails',
        params: inboxParams,
        response: { 204: z.null(), 403: errorBody, ...notFound },
      },
    },
    async (request, reply) => {
      await eraseInboxItem(deps, request.params.itemId, toRequestActor(request));
      return reply.status(204).send(null);
    },
  );
};
