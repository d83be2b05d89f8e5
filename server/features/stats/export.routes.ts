import type { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { companyParams } from '../../../contract/company/companies.ts';
import { type TimeseriesFile, timeseriesFile } from '../../../contract/company/notes.ts';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { statsBreakdown } from '../../../contract/stats/answers.ts';
import { exportQuery } from '../../../contract/stats/questions.ts';
import { recordAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import { fileContent } from '../../platform/http/files/file-answers.ts';
import { type PortalViewer, requirePortalViewer, requireRights, toPortalActor } from '../access/access.ts';
import { listExportedNotes } from '../notes/notes.ts';
import { answerInTurn, type FileRoutesDeps } from './answer-in-turn.ts';
import { requireWhole, toBreakdownCsv, toTimeseriesCsv } from './export-stats.ts';
import { breakDown } from './lists/breakdowns.ts';
import type { PeriodQuery } from './period/resolve-period.ts';
import { type Asked, exportHits, listTimeseries, type StatsDeps } from './stats.ts';

const csvType = 'text/csv; charset=utf-8';
const jsonType = 'application/json; charset=utf-8';
const parquetType = 'application/vnd.apache.parquet';
const exportedFile = {
  description: 'The file',
  content: {
    'text/csv': fileContent,
    'application/json': { schema: z.union([statsBreakdown, timeseriesFile]) },
    [parquetType]: fileContent,
  },
};
const errors = { 400: errorBody, 403: errorBody, 404: errorBody, 429: errorBody, 503: errorBody };

/** The answers of the statistics as files. */
export const exportRoutes: FastifyPluginAsyncZod<FileRoutesDeps> = async (app, deps) => {
  tagRoutes(app, 'Statistics');

  app.get(
    apiPaths.statsExport(':companyId'),
    {
      // A HEAD request would read everything for nothing.
      exposeHeadRoute: false,
      config: { portal: { rights: ['dashboard', 'export'] } },
      schema: {
        operationId: 'exportStats',
        summary:
          'Export what a breakdown or timeseries shows as CSV or JSON, or, for administrators and tokens, raw rows as Parquet',
        params: companyParams,
        querystring: exportQuery,
        response: { 200: exportedFile, ...errors },
      },
    },
    async (request, reply) => {
      const { of, format, ...query } = request.query;
      const viewer = requirePortalViewer(request);
      const day = new Date().toISOString().slice(0, 10);
      reply.header('content-disposition', `attachment; filename="${of}-${day}.${format}"`);
      if (of === 'hits') {
        const file = await deps.ongoingFiles.open(viewer, () =>
          answerInTurn(deps, request, async (stats, asker) => ({
            content: await exportRawRows(stats, { ...asker, query }, { viewer, address: request.ip }),
          })),
        );
        return reply.type(parquetType).send(file.content);
      }
      return answerInTurn(deps, request, async (stats, asker) => {
        const { dimension } = query;
        if (of === 'breakdown' && dimension !== undefined) {
          const breakdown = await breakDown(stats, { ...asker, query: { ...query, dimension } });
          if (format === 'json') return reply.type(jsonType).send(JSON.stringify(breakdown));
          requireWhole(breakdown);
          return reply.type(csvType).send(toBreakdownCsv(breakdown));
        }
        const listed = await listTimeseries(stats, { ...asker, query });
        const annotations = await listExportedNotes(deps.db, asker.companyId, listed);
        const timeseries: TimeseriesFile = { ...listed, annotations };
        if (format === 'json') return reply.type(jsonType).send(JSON.stringify(timeseries));
        requireWhole(timeseries);
        return reply.type(csvType).send(toTimeseriesCsv(timeseries));
      });
    },
  );
};

/** The rights of a token that gets raw rows: they contain all that these would show. */
const rawRowsRights = { rights: ['dashboard', 'money', 'orders', 'export'], isWhole: true } as const;

function requireRawRows(viewer: PortalViewer): void {
  if (viewer.admin) return;
  if (viewer.access?.kind !== 'token')
    throw new AppError(403, 'not-admin', 'Only administrators and tokens can export raw rows.');
  requireRights(viewer, rawRowsRights);
}

/** The hits of a period as a file, which an administrator or a program gets after it is recorded in the audit log. */
async function exportRawRows(
  stats: StatsDeps,
  asked: Asked<PeriodQuery>,
  { viewer, address }: { viewer: PortalViewer; address: string },
): Promise<Readable> {
  requireRawRows(viewer);
  const file = await exportHits(stats, asked);
  const object = 'the raw rows of a company';
  const entry = { action: 'hits.exported', object, objectId: viewer.companyId } as const;
  try {
    await stats.db.transaction((tx) => recordAudit(tx, toPortalActor(viewer, address), entry));
  } catch (error) {
    // The file is deleted when its stream ends, and no response will read it.
    file.destroy();
    throw error;
  }
  return file;
}
