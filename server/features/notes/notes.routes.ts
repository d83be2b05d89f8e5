import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { companyParams } from '../../../contract/company/companies.ts';
import { note, noteInput, noteList, noteParams, noteRange } from '../../../contract/company/notes.ts';
import { errorBody } from '../../../contract/errors.ts';
import { idempotencyHeaders } from '../../../contract/idempotency.ts';
import { apiPaths } from '../../../contract/paths.ts';
import type { Db } from '../../db/client.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import { readClaim } from '../../platform/idempotency/idempotency.ts';
import { requirePortalViewer } from '../access/access.ts';
import { addNote, changeNote, listNotes, type NoteCaller, removeNote } from './notes.ts';

const errors = { 400: errorBody, 404: errorBody };
const changeErrors = { ...errors, 403: errorBody, 429: errorBody };
/** A person adds a few notes a minute at most. Each change is an entry of the audit log. */
const changeConfig = {
  portal: { rights: ['dashboard', 'annotate'] },
  rateLimit: { max: 30, timeWindow: '1 minute', keyGenerator: toSessionKey },
} satisfies FastifyContextConfig;

/** The dated notes of a company's charts. */
export const notesRoutes: FastifyPluginAsyncZod<{ db: Db }> = async (app, { db }) => {
  tagRoutes(app, 'Notes');

  app.get(
    apiPaths.notes(':companyId'),
    {
      config: { portal: { rights: ['dashboard'] } },
      schema: {
        operationId: 'listAnnotations',
        summary: 'List the notes of a company, or those of a range, in ascending order of time',
        params: companyParams,
        querystring: noteRange,
        response: { 200: noteList, ...errors },
      },
    },
    (request) => listNotes(db, requirePortalViewer(request), request.query),
  );

  app.post(
    apiPaths.notes(':companyId'),
    {
      config: changeConfig,
      schema: {
        operationId: 'createAnnotation',
        summary: 'Add a note',
        params: companyParams,
        headers: idempotencyHeaders,
        body: noteInput,
        response: { 201: note, 409: errorBody, 422: errorBody, ...changeErrors },
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const { admin, sessionId, companyId } = caller.viewer;
      const claim = readClaim(request, {
        callerId: admin?.userId ?? sessionId,
        content: { companyId, ...request.body },
      });
      return reply.status(201).send(await addNote(db, caller, request.body, claim));
    },
  );

  app.put(
    apiPaths.note(':companyId', ':annotationId'),
    {
      config: changeConfig,
      schema: {
        operationId: 'changeAnnotation',
        summary: 'Change a note; viewers can change those that they added in this browser',
        params: noteParams,
        body: noteInput,
        response: { 200: note, ...changeErrors },
      },
    },
    (request) => changeNote(db, toCaller(request), request.params.annotationId, request.body),
  );

  app.delete(
    apiPaths.note(':companyId', ':annotationId'),
    {
      config: changeConfig,
      schema: {
        operationId: 'deleteAnnotation',
        summary: 'Delete a note; viewers can delete those that they added in this browser',
        params: noteParams,
        response: { 204: z.null(), ...changeErrors },
      },
    },
    async (request, reply) => {
      await removeNote(db, toCaller(request), request.params.annotationId);
      return reply.status(204).send(null);
    },
  );
};

const toCaller = (request: FastifyRequest): NoteCaller => ({
  viewer: requirePortalViewer(request),
  address: request.ip,
});

function toSessionKey(request: FastifyRequest): string {
  return request.viewer?.sessionId ?? request.ip;
}
