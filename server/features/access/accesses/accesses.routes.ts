import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  access,
  accessChange,
  accesses,
  accessParams,
  createdAccess,
  createdLink,
  invitation,
  newPersonAccess,
  shownKey,
} from '../../../../contract/company/accesses.ts';
import { companyParams } from '../../../../contract/company/companies.ts';
import { errorBody } from '../../../../contract/errors.ts';
import { idempotencyHeaders } from '../../../../contract/idempotency.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { tagRoutes } from '../../../platform/http/api-tags.ts';
import { readSessionClaim, toRequestActor } from '../../sessions/sessions.ts';
import { changeAccess, listAccesses, readAccessKey, revokeAccess } from './accesses.ts';
import {
  type InvitationsDeps,
  inviteAgain,
  invitePerson,
  renewAccess,
  requireFuture,
} from './invite-person.ts';

const errors = { 400: errorBody, 403: errorBody, 404: errorBody, 409: errorBody, 422: errorBody };
const permission = 'company-access';
const sensitive = { permission, needsRecentSignIn: true } as const;

/** The named accesses of companies, for administrators. */
export const accessesRoutes: FastifyPluginAsyncZod<InvitationsDeps> = async (app, deps) => {
  tagRoutes(app, 'Portal access');

  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  app.get(
    apiPaths.accesses(':companyId'),
    {
      config: { permission },
      schema: {
        operationId: 'listAccesses',
        summary: 'List who may open the portal of a company',
        params: companyParams,
        response: { 200: accesses },
      },
    },
    async (request) => ({ accesses: await listAccesses(deps, request.params.companyId) }),
  );

  app.post(
    apiPaths.accesses(':companyId'),
    {
      config: sensitive,
      schema: {
        operationId: 'createAccess',
        summary: 'Give a person access to the portal of a company, and mail a link that opens it if wanted',
        params: companyParams,
        headers: idempotencyHeaders,
        body: newPersonAccess,
        response: { 201: createdAccess, ...errors },
      },
    },
    async (request, reply) => {
      const { companyId } = request.params;
      const claim = readSessionClaim(request, { companyId, ...request.body });
      const by = toRequestActor(request);
      return reply.status(201).send(await invitePerson(deps, companyId, request.body, { by, claim }));
    },
  );

  app.patch(
    apiPaths.access(':companyId', ':accessId'),
    {
      config: sensitive,
      schema: {
        operationId: 'changeAccess',
        summary: 'Change an access; its open portals reconnect with the rights that it has then',
        params: accessParams,
        body: accessChange,
        response: { 200: access, ...errors },
      },
    },
    (request) => {
      requireFuture(request.body.expiresAt);
      return changeAccess(deps, { ...request.params, by: toRequestActor(request) }, request.body);
    },
  );

  app.delete(
    apiPaths.access(':companyId', ':accessId'),
    {
      config: sensitive,
      schema: {
        operationId: 'revokeAccess',
        summary: 'Revoke an access; its open portals end at once',
        params: accessParams,
        response: { 204: z.null(), ...errors },
      },
    },
    async (request, reply) => {
      await revokeAccess(deps, { ...request.params, by: toRequestActor(request) });
      return reply.status(204).send(null);
    },
  );

  await app.register(secretsRoutes, deps);
};

/** The key and the links of a person. */
const secretsRoutes: FastifyPluginAsyncZod<InvitationsDeps> = async (app, deps) => {
  app.get(
    apiPaths.accessKey(':companyId', ':accessId'),
    {
      config: sensitive,
      schema: {
        operationId: 'getAccessKey',
        summary: 'Get the key of an access, to read it out or copy it',
        params: accessParams,
        response: { 200: shownKey, ...errors },
      },
    },
    async (request) => ({
      access_key: await readAccessKey(deps, request.params.companyId, request.params.accessId),
    }),
  );

  app.post(
    apiPaths.accessLink(':companyId', ':accessId'),
    {
      config: sensitive,
      schema: {
        operationId: 'createAccessLink',
        summary: 'Create another link that opens the portal once, and mail it if wanted',
        params: accessParams,
        headers: idempotencyHeaders,
        body: invitation,
        response: { 201: createdLink, ...errors },
      },
    },
    async (request, reply) => {
      const action = { ...request.params, by: toRequestActor(request) };
      const { sendsMail } = request.body;
      const claim = readSessionClaim(request, { ...request.params, sendsMail });
      return reply.status(201).send(await inviteAgain(deps, action, { sendsMail, claim }));
    },
  );

  app.post(
    apiPaths.renewAccess(':companyId', ':accessId'),
    {
      config: sensitive,
      schema: {
        operationId: 'renewAccess',
        summary: 'Give a person a new key and link; the old key and its open portals end at once',
        params: accessParams,
        headers: idempotencyHeaders,
        response: { 200: createdAccess, ...errors },
      },
    },
    (request) => {
      const claim = readSessionClaim(request, request.params);
      return renewAccess(deps, { ...request.params, by: toRequestActor(request) }, claim);
    },
  );
};
