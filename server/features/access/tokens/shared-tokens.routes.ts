import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { createdToken, newSharedToken, tokenParams, tokens } from '../../../../contract/company/tokens.ts';
import { errorBody } from '../../../../contract/errors.ts';
import { idempotencyHeaders } from '../../../../contract/idempotency.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { tagRoutes } from '../../../platform/http/api-tags.ts';
import { toRequestActor } from '../../sessions/sessions.ts';
import { toTokenRequest } from './token-request.ts';
import {
  createSharedToken,
  endReplacedToken,
  endToken,
  listTokens,
  replaceToken,
  type TokensDeps,
} from './tokens.ts';

const errors = { 400: errorBody, 404: errorBody, 409: errorBody, 422: errorBody };
const permission = 'shared-tokens';
const sensitive = { permission, needsRecentSignIn: true } as const;

/** The tokens of several or all companies, for administrators. */
export const sharedTokensRoutes: FastifyPluginAsyncZod<TokensDeps> = async (app, deps) => {
  tagRoutes(app, 'Tokens');

  app.get(
    apiPaths.tokens,
    {
      config: { permission },
      schema: {
        operationId: 'listTokens',
        summary: 'List the tokens of several or all companies that were not ended, newest first',
        response: { 200: tokens },
      },
    },
    async () => ({ tokens: await listTokens(deps, null) }),
  );

  app.post(
    apiPaths.tokens,
    {
      config: sensitive,
      schema: {
        operationId: 'createToken',
        summary:
          'Create a token for programs that ask about several or all companies; only this answer has its secret',
        headers: idempotencyHeaders,
        body: newSharedToken,
        response: { 201: createdToken, ...errors },
      },
    },
    async (request, reply) => {
      const asked = toTokenRequest(request, request.body);
      return reply.status(201).send(await createSharedToken(deps, request.body, asked));
    },
  );

  app.post(
    apiPaths.replaceToken(':tokenId'),
    {
      config: sensitive,
      schema: {
        operationId: 'replaceToken',
        summary: 'Give a token another secret; the old one works for another 24 hours',
        params: tokenParams,
        headers: idempotencyHeaders,
        response: { 201: createdToken, ...errors },
      },
    },
    async (request, reply) => {
      const asked = toTokenRequest(request, request.params);
      return reply
        .status(201)
        .send(await replaceToken(deps, { ...request.params, companyId: null, ...asked }));
    },
  );

  app.delete(
    apiPaths.replacedToken(':tokenId'),
    {
      config: sensitive,
      schema: {
        operationId: 'endReplacedToken',
        summary: 'End the replaced secret of a token at once',
        params: tokenParams,
        response: { 204: z.null(), ...errors },
      },
    },
    async (request, reply) => {
      await endReplacedToken(deps, { ...request.params, companyId: null, by: toRequestActor(request) });
      return reply.status(204).send(null);
    },
  );

  app.delete(
    apiPaths.token(':tokenId'),
    {
      config: sensitive,
      schema: {
        operationId: 'endToken',
        summary: 'End a token at once, with its live streams',
        params: tokenParams,
        response: { 204: z.null(), ...errors },
      },
    },
    async (request, reply) => {
      await endToken(deps, { ...request.params, companyId: null, by: toRequestActor(request) });
      return reply.status(204).send(null);
    },
  );
};
