import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { openings } from '../../../../contract/company/accesses.ts';
import { companyParams } from '../../../../contract/company/companies.ts';
import { errorBody } from '../../../../contract/errors.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { cursorQuery } from '../../../../contract/rules/cursor.ts';
import type { Db } from '../../../db/client.ts';
import { tagRoutes } from '../../../platform/http/api-tags.ts';
import { readCursor, toCursor } from '../../../platform/http/cursor.ts';
import { csvFile } from '../../../platform/http/files/file-answers.ts';
import { requireSession, toCompanyScope } from '../../sessions/sessions.ts';
import { listOpeningRows, type OpeningsOf } from './openings.queries.ts';
import { toOpening, writeOpeningsCsv } from './openings.ts';

const pageSize = 50;
const permission = 'openings';

/** Who opened which portal when, for administrators. */
export const openingsRoutes: FastifyPluginAsyncZod<{ db: Db }> = async (app, { db }) => {
  tagRoutes(app, 'Portal access');

  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  async function listPage(of: OpeningsOf, after: string | undefined) {
    const found = await listOpeningRows(db, { of, max: pageSize + 1, after: readCursor(after) });
    const shown = found.slice(0, pageSize);
    const last = found.length > pageSize ? shown.at(-1) : undefined;
    return {
      openings: shown.map(toOpening),
      next: last ? toCursor({ createdAt: last.at, id: last.id }) : null,
    };
  }

  app.get(
    apiPaths.openings,
    {
      config: { permission },
      schema: {
        operationId: 'listOpenings',
        summary: 'List who opened the portals of all companies of the member, newest first',
        querystring: cursorQuery,
        response: { 200: openings, 400: errorBody },
      },
    },
    (request) => listPage(toCompanyScope(requireSession(request)), request.query.after),
  );

  app.get(
    apiPaths.companyOpenings(':companyId'),
    {
      config: { permission },
      schema: {
        operationId: 'listCompanyOpenings',
        summary: 'List who opened the portal of a company, newest first',
        params: companyParams,
        querystring: cursorQuery,
        response: { 200: openings, 400: errorBody },
      },
    },
    (request) => listPage({ companyId: request.params.companyId }, request.query.after),
  );

  app.get(
    apiPaths.openingsFile,
    {
      config: { permission },
      // A HEAD request would read all rows for nothing.
      exposeHeadRoute: false,
      schema: {
        operationId: 'exportOpenings',
        summary: 'Export who opened the portals of all companies of the member as CSV',
        response: { 200: csvFile },
      },
    },
    (request, reply) => {
      const day = new Date().toISOString().slice(0, 10);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="portal-openings-${day}.csv"`)
        .send(Readable.from(writeOpeningsCsv(db, toCompanyScope(requireSession(request)))));
    },
  );

  app.get(
    apiPaths.companyOpeningsFile(':companyId'),
    {
      config: { permission },
      exposeHeadRoute: false,
      schema: {
        operationId: 'exportCompanyOpenings',
        summary: 'Export who opened the portal of a company as CSV',
        params: companyParams,
        response: { 200: csvFile },
      },
    },
    (request, reply) => {
      const day = new Date().toISOString().slice(0, 10);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="portal-openings-${day}.csv"`)
        .send(Readable.from(writeOpeningsCsv(db, { companyId: request.params.companyId })));
    },
  );
};
