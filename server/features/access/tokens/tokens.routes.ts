import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { companyParams } from '../../../../contract/company/companies.ts';
import { companyTokenParams, createdToken, newToken, tokens } from '../../../../contract/company/tokens.ts';
import { errorBody } from '../../../../contract/errors.ts';
import { idempotencyHeaders } from '../../../../contract/idempotency.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { tagRoutes } from '../../../platform/http/api-tags.ts';
import { toRequestActor } from '../../sessions/sessions.ts';
import { toTokenRequest } from './token-request.ts';
import {
  createToken,
  endReplacedToken,
  endToken,
  listTokens,
  replaceToken,
  type TokensDeps,
} from './tokens.ts';

const errors = { 400: errorBody, 404: errorBody, 409: errorBody, 422: errorBody };
const permission = 'company-access';
const sensitive = { permission, needsRecentSignIn: true } as const;

/** The tokens of one company, for administrators. */
export const companyTokensRoutes: FastifyPluginAsyncZod<TokensDeps> = async (app, deps) => {
  tagRoutes(app, 'Tokens');

  app.get(
    apiPaths.companyTokens(':companyId'),
    {
      config: { permission },
      schema: {
        operationId: 'listCompanyTokens',
        summary: 'List the tokens of a company that were not ended, newest first',
        params: companyParams,
        response: { 200: tokens },
      },
    },
    async (request) => ({ tokens: await listTokens(deps, request.params.companyId) }),
  );

  app.post(
    apiPaths.companyTokens(':companyId'),
    {
      config: sensitive,
      schema: {
        operationId: 'createCompanyToken',
        summary: 'Create a token for programs that ask about a company; only this answer has its secret',
        params: companyParams,
        headers: idempotencyHeaders,
        body: newToken,
        response: { 201: createdToken, ...errors },
      },
    },
    async (request, reply) => {
      const { companyId } = request.params;
      const asked = toTokenRequest(request, { companyId, ...request.body });
      return reply.status(201).send(await createToken(deps, companyId, request.body, asked));
    },
  );

  app.post(
    apiPaths.replaceCompanyToken(':companyId', ':tokenId'),
    {
      config: sensitive,
      schema: {
        operationId: 'replaceCompanyToken',
        summary: 'Give a token another secret; the old one works for another 24 hours',
        params: companyTokenParams,
        headers: idempotencyHeaders,
        response: { 201: createdToken, ...errors },
      },
    },
    async (request, reply) => {
      const asked = toTokenRequest(request, request.params);
      return reply.status(201).send(await replaceToken(deps, { ...request.params, ...asked }));
    },
  );

  app.delete(
    apiPaths.replacedCompanyToken(':companyId', ':tokenId'),
    {
      config: sensitive,
      schema: {
        operationId: 'endReplacedCompanyToken',
        summary: 'End the replaced secret of a token at once',
        params: companyTokenParams,
        response: { 204: z.null(), ...errors },
      },
    },
    async (request, reply) => {
      await endReplacedToken(deps, { ...request.params, by: toRequestActor(request) });
      return reply.status(204).send(null);
    },
  );

  app.delete(
    apiPaths.companyToken(':companyId', ':tokenId'),
    {
      config: sensitive,
      schema: {
        operationId: 'endCompanyToken',
        summary: 'End a token at once, with its live streams',
        params: companyTokenParams,
        response: { 204: z.null(), ...errors },
      },
    },
    async (request, reply) => {
      await endToken(deps, { ...request.params, by: toRequestActor(request) });
      return reply.status(204).send(null);
    },
  );
};
