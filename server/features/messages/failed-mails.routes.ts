import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorBody } from '../../../contract/errors.ts';
import { failedMails, mailParams } from '../../../contract/inbox.ts';
import { apiPaths } from '../../../contract/paths.ts';
import type { Db } from '../../db/client.ts';
import { recordAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { toRequestActor } from '../sessions/sessions.ts';

interface FailedMailsOptions {
  db: Db;
  mailer: Mailer;
}

/** Mails that could not be delivered, for administrators. */
export const failedMailsRoutes: FastifyPluginAsyncZod<FailedMailsOptions> = async (app, { db, mailer }) => {
  tagRoutes(app, 'Administration');

  app.get(
    apiPaths.failedMails,
    {
      config: { permission: 'mails' },
      schema: {
        operationId: 'listFailedMails',
        summary: 'List failed mails',
        response: { 200: failedMails },
      },
    },
    () => mailer.listFailed(),
  );

  app.post(
    apiPaths.retryMail(':mailId'),
    {
      config: { permission: 'mails' },
      schema: {
        operationId: 'retryFailedMail',
        summary: 'Retry a failed mail',
        params: mailParams,
        response: { 204: z.null(), 404: errorBody },
      },
    },
    async (request, reply) => {
      const { mailId } = request.params;
      await db.transaction(async (tx) => {
        if (!(await mailer.retry(tx, mailId))) {
          throw new AppError(404, 'not-found', 'This mail is no longer waiting to be sent.');
        }
        await recordAudit(tx, toRequestActor(request), {
          action: 'mail.retried',
          object: 'a mail',
          objectId: mailId,
        });
      });
      return reply.status(204).send(null);
    },
  );
};
