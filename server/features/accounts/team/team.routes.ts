import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  invitationParams,
  memberParams,
  memberRights,
  newInvitation,
  team,
  teamInvitation,
  teamMember,
} from '../../../../contract/account/team.ts';
import { errorBody } from '../../../../contract/errors.ts';
import { idempotencyHeaders } from '../../../../contract/idempotency.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { tagRoutes } from '../../../platform/http/api-tags.ts';
import { readSessionClaim, requireSession, toRequestActor } from '../../sessions/sessions.ts';
import { changeMember, readTeam, removeMember, type TeamDeps, type TeamOwner } from './team.ts';
import { inviteMember, renewInvitation, withdrawInvitation } from './team-invitations.ts';

const toOwner = (request: FastifyRequest): TeamOwner => ({
  session: requireSession(request),
  actor: toRequestActor(request),
});

const config = { permission: 'team' } as const;
const changing = { permission: 'team', needsRecentSignIn: true } as const;

/** The members of the team, for owners. */
export const teamRoutes: FastifyPluginAsyncZod<TeamDeps & { storesMails: boolean }> = async (app, deps) => {
  tagRoutes(app, 'Team');

  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  app.get(
    apiPaths.team,
    {
      config,
      schema: {
        operationId: 'getTeam',
        summary: 'List the members of the team and the open invitations',
        response: { 200: team },
      },
    },
    async () => ({ ...(await readTeam(deps)), storesMails: deps.storesMails }),
  );

  app.patch(
    apiPaths.teamMember(':userId'),
    {
      config: changing,
      schema: {
        operationId: 'changeMember',
        summary: 'Change the role or the companies of a member',
        params: memberParams,
        body: memberRights,
        response: { 200: teamMember, 400: errorBody, 404: errorBody, 409: errorBody },
      },
    },
    (request) => changeMember(deps, toOwner(request), request.params.userId, request.body),
  );

  app.delete(
    apiPaths.teamMember(':userId'),
    {
      config: changing,
      schema: {
        operationId: 'removeMember',
        summary: 'Remove a member from the team; ends its sessions',
        params: memberParams,
        response: { 204: z.null(), 404: errorBody, 409: errorBody },
      },
    },
    async (request, reply) => {
      await removeMember(deps, toOwner(request), request.params.userId);
      return reply.status(204).send(null);
    },
  );
};

/** Invitations to the team, for owners. */
export const teamInvitationsRoutes: FastifyPluginAsyncZod<TeamDeps> = async (app, deps) => {
  tagRoutes(app, 'Team');

  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  app.post(
    apiPaths.teamInvitations,
    {
      config: { ...changing, needsSpace: true },
      schema: {
        operationId: 'inviteMember',
        summary: 'Invite someone to the team by mail',
        headers: idempotencyHeaders,
        body: newInvitation,
        response: {
          201: teamInvitation,
          400: errorBody,
          409: errorBody,
          422: errorBody,
          429: errorBody,
          503: errorBody,
        },
      },
    },
    async (request, reply) => {
      const claim = readSessionClaim(request, request.body);
      return reply.status(201).send(await inviteMember(deps, toOwner(request), request.body, claim));
    },
  );

  app.post(
    apiPaths.renewInvitation(':invitationId'),
    {
      config: changing,
      schema: {
        operationId: 'renewInvitation',
        summary: 'Mail a new link for an invitation; the earlier one stops working',
        params: invitationParams,
        response: { 200: teamInvitation, 404: errorBody, 429: errorBody },
      },
    },
    (request) => renewInvitation(deps, toOwner(request), request.params.invitationId),
  );

  app.delete(
    apiPaths.teamInvitation(':invitationId'),
    {
      config: changing,
      schema: {
        operationId: 'withdrawInvitation',
        summary: 'Withdraw an invitation',
        params: invitationParams,
        response: { 204: z.null(), 404: errorBody },
      },
    },
    async (request, reply) => {
      await withdrawInvitation(deps, toOwner(request), request.params.invitationId);
      return reply.status(204).send(null);
    },
  );
};
