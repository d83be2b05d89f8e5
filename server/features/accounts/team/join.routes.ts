import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { statusResponse } from '../../../../contract/account/accounts.ts';
import { invitationRequest, joinRequest, openInvitation } from '../../../../contract/account/team.ts';
import { errorBody } from '../../../../contract/errors.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { tagRoutes } from '../../../platform/http/api-tags.ts';
import { setCookies, toRequestContext } from '../../sessions/request-context.ts';
import type { Accounts } from '../accounts.ts';
import { isDone } from '../links/mail-answers.ts';
import { findOpenInvitation, joinTeam } from './join-team.ts';

const refusals = { 400: errorBody, 409: errorBody, 429: errorBody };

/** Accepting an invitation: the mailed link is enough to see it. The token is in the body, because addresses are logged. */
export const joinRoutes: FastifyPluginAsyncZod<{ accounts: Accounts }> = async (app, { accounts }) => {
  tagRoutes(app, 'Team');

  app.post(
    apiPaths.openInvitation,
    {
      schema: {
        operationId: 'getInvitation',
        summary: 'Read an invitation with its mailed link; changes nothing',
        body: invitationRequest,
        response: { 200: openInvitation, ...refusals },
      },
    },
    (request) => findOpenInvitation(accounts, toRequestContext(request), request.body.token),
  );

  app.post(
    apiPaths.joinTeam,
    {
      schema: {
        operationId: 'joinTeam',
        summary: 'Accept an invitation with its mailed link, once; sets the session cookie',
        body: joinRequest,
        response: { 200: statusResponse, ...refusals, 401: errorBody, 403: errorBody },
      },
    },
    async (request, reply) => {
      setCookies(reply, await joinTeam(accounts, toRequestContext(request), request.body));
      return isDone;
    },
  );
};
