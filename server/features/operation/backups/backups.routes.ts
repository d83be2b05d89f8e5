import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorBody } from '../../../../contract/errors.ts';
import { backups as backupsAnswer } from '../../../../contract/operation/backups.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import type { Db } from '../../../db/client.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { tagRoutes } from '../../../platform/http/api-tags.ts';
import { toRequestActor } from '../../sessions/sessions.ts';
import type { Backups } from './backups.ts';
import { showBackups } from './show-backups.ts';

/** Scheduled backups, for owners. */
export const backupsRoutes: FastifyPluginAsyncZod<{ db: Db; backups: Backups }> = async (
  app,
  { db, backups },
) => {
  tagRoutes(app, 'Administration');

  app.get(
    apiPaths.backups,
    {
      config: { permission: 'operation' },
      schema: {
        operationId: 'listBackups',
        summary: 'Show the schedule of backups and the last ones',
        response: { 200: backupsAnswer },
      },
    },
    () => showBackups(db, backups, new Date()),
  );

  app.post(
    apiPaths.backups,
    {
      config: { permission: 'operation', needsRecentSignIn: true },
      schema: {
        operationId: 'backUpNow',
        summary: 'Make a backup now, besides those of the schedule',
        response: { 204: z.null(), 409: errorBody },
      },
    },
    async (request, reply) => {
      await db.transaction(async (tx) => {
        await backups.request(tx);
        await recordAudit(tx, toRequestActor(request), { action: 'backup.requested', object: 'a backup' });
      });
      return reply.status(204).send(null);
    },
  );
};
