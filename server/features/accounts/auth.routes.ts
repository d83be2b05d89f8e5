import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  resetLinkRequest,
  resetPasswordRequest,
  signInRequest,
  signInResponse,
} from '../../../contract/account/accounts.ts';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import { setCookies, toRequestContext } from '../sessions/request-context.ts';
import {
  challengedResponses,
  isDone,
  type MailedLinksDeps,
  responses,
  toMailAnswer,
} from './links/mail-answers.ts';
import { requestPasswordReset, resetPassword } from './password/password-reset.ts';
import { signIn, signOut } from './sign-in/sign-in.ts';

/** Sign-in, sign-out and password reset: no session required. */
export const authRoutes: FastifyPluginAsyncZod<MailedLinksDeps> = async (app, deps) => {
  const { accounts } = deps;
  tagRoutes(app, 'Accounts');

  app.post(
    apiPaths.signIn,
    {
      schema: {
        operationId: 'signIn',
        summary: 'Sign in; sets the session cookie',
        body: signInRequest,
        response: { ...responses, 200: signInResponse, 401: errorBody, 403: errorBody },
      },
    },
    async (request, reply) => {
      const { twoFactorRedirect, headers } = await signIn(accounts, toRequestContext(request), request.body);
      setCookies(reply, headers);
      return { twoFactorRedirect };
    },
  );

  app.post(
    apiPaths.signOut,
    { schema: { operationId: 'signOut', summary: 'End this session', response: responses } },
    async (request, reply) => {
      setCookies(reply, await signOut(accounts, toRequestContext(request)));
      return isDone;
    },
  );

  app.post(
    apiPaths.requestPasswordReset,
    {
      schema: {
        operationId: 'requestPasswordReset',
        summary: 'Mail a password reset link',
        body: resetLinkRequest,
        response: challengedResponses,
      },
    },
    async (request) => {
      await requestPasswordReset(accounts, toRequestContext(request), request.body);
      return toMailAnswer(deps, request);
    },
  );

  app.post(
    apiPaths.resetPassword,
    {
      schema: {
        operationId: 'resetPassword',
        summary: 'Set a new password with the mailed link; ends all sessions',
        body: resetPasswordRequest,
        response: { ...responses, 409: errorBody },
      },
    },
    async (request, reply) => {
      setCookies(reply, await resetPassword(accounts, toRequestContext(request), request.body));
      return isDone;
    },
  );
};
