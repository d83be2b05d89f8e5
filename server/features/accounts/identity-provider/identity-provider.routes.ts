import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  providerOutcomeParameter,
  startedProviderSignIn,
  startProviderSignInRequest,
} from '../../../../contract/account/provider-sign-in.ts';
import { errorBody } from '../../../../contract/errors.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { tagRoutes } from '../../../platform/http/api-tags.ts';
import { setCookies, toRequestContext } from '../../sessions/request-context.ts';
import {
  finishProviderSignIn,
  type ProviderCallback,
  type ProviderSignInDeps,
  startProviderSignIn,
} from './provider-sign-in.ts';

const callback = z.object({
  code: z.string().min(1).max(4_000).optional(),
  state: z.string().min(1).max(500).optional(),
  error: z.string().max(200).optional(),
  iss: z.string().max(500).optional(),
});

/** Sign-in with the identity provider. Registered only where one is configured. */
export const identityProviderRoutes: FastifyPluginAsyncZod<ProviderSignInDeps> = async (app, deps) => {
  tagRoutes(app, 'Accounts');

  app.post(
    apiPaths.startProviderSignIn,
    {
      schema: {
        operationId: 'startProviderSignIn',
        summary: 'Start a sign-in with the identity provider; the answer has the address of its page',
        body: startProviderSignInRequest,
        response: { 200: startedProviderSignIn, 429: errorBody, 503: errorBody },
      },
    },
    async (request, reply) => {
      const context = toRequestContext(request);
      const { url, headers } = await startProviderSignIn(deps, context, request.body.returnTo);
      setCookies(reply, headers);
      return { url };
    },
  );

  app.get(
    apiPaths.providerCallback,
    {
      // Not checked by the schema: a browser comes here as to a page, and has to be answered with one.
      schema: {
        operationId: 'finishProviderSignIn',
        summary: 'Where the identity provider sends the browser back; leads to a page',
        response: { 303: z.null() },
      },
      // A request for the head would use up the code.
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const parsed = callback.safeParse(request.query);
      const given: ProviderCallback = parsed.data ?? { error: 'invalid_request' };
      const result = await finishProviderSignIn(deps, toRequestContext(request), given);
      setCookies(reply, result.headers);
      const path =
        result.is === 'signed-in' ? result.returnTo : `/auth?${providerOutcomeParameter}=${result.outcome}`;
      return reply.header('location', path).status(303).send(null);
    },
  );
};
