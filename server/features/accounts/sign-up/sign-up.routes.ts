import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  renewLinkRequest,
  resendRequest,
  signUpRequest,
  verifyEmailRequest,
} from '../../../../contract/account/accounts.ts';
import { errorBody } from '../../../../contract/errors.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { tagRoutes } from '../../../platform/http/api-tags.ts';
import { setCookies, toRequestContext } from '../../sessions/request-context.ts';
import {
  challengedResponses,
  isDone,
  type MailedLinksDeps,
  mailResponses,
  responses,
  toMailAnswer,
} from '../links/mail-answers.ts';
import { confirmSignUp, renewLink, resendConfirmation } from './confirm-sign-up.ts';
import { signUp } from './sign-up.ts';

/** Sign-up and its mailed links: no session required. */
export const signUpRoutes: FastifyPluginAsyncZod<MailedLinksDeps> = async (app, deps) => {
  const { accounts } = deps;
  tagRoutes(app, 'Accounts');

  app.post(
    apiPaths.signUp,
    {
      config: { needsSpace: true },
      schema: {
        operationId: 'signUp',
        summary: 'Sign up; the mailed link and the password create the account',
        body: signUpRequest,
        response: { ...challengedResponses, 403: errorBody, 503: errorBody },
      },
    },
    async (request) => {
      return toMailAnswer(deps, request, await signUp(accounts, toRequestContext(request), request.body));
    },
  );

  app.post(
    apiPaths.sendVerificationEmail,
    {
      schema: {
        operationId: 'sendConfirmationLink',
        summary: 'Send a new confirmation link, with address and password',
        body: resendRequest,
        response: { ...challengedResponses, 403: errorBody },
      },
    },
    async (request) => {
      return toMailAnswer(
        deps,
        request,
        await resendConfirmation(accounts, toRequestContext(request), request.body),
      );
    },
  );

  app.post(
    apiPaths.renewVerificationLink,
    {
      schema: {
        operationId: 'renewConfirmationLink',
        summary: 'Send a new confirmation link, with an earlier one',
        body: renewLinkRequest,
        response: { ...mailResponses, 403: errorBody, 409: errorBody },
      },
    },
    async (request) => {
      await renewLink(accounts, toRequestContext(request), request.body.token);
      return toMailAnswer(deps, request);
    },
  );

  app.post(
    apiPaths.verifyEmail,
    {
      schema: {
        operationId: 'confirmSignUp',
        summary: 'Confirm a sign-up with its mailed link and password; sets the session cookie',
        body: verifyEmailRequest,
        response: { ...responses, 401: errorBody, 409: errorBody },
      },
    },
    async (request, reply) => {
      setCookies(reply, await confirmSignUp(accounts, toRequestContext(request), request.body));
      return isDone;
    },
  );
};
