import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  renewLinkRequest,
  resendRequest,
  resetLinkRequest,
  resetPasswordRequest,
  signInRequest,
  signInResponse,
  signUpRequest,
  statusResponse,
  verifyEmailRequest,
} from '../../../contract/accounts.ts';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import { setCookies, toRequestContext } from '../sessions/request-context.ts';
import type { Accounts } from './accounts.ts';
import { requestPasswordReset, resetPassword } from './password/password-reset.ts';
import { signIn, signOut } from './sign-in/sign-in.ts';
import { confirmSignUp, renewLink, resendConfirmation } from './sign-up/confirm-sign-up.ts';
import { signUp } from './sign-up/sign-up.ts';

const responses = { 200: statusResponse, 400: errorBody, 429: errorBody };
/** For requests that may require a solved challenge. */
const mailResponses = { ...responses, 428: errorBody };
const isDone = { status: true } as const;

/** Sign-up, sign-in, sign-out and password reset: no session required. */
export const authRoutes: FastifyPluginAsyncZod<{ accounts: Accounts }> = async (app, { accounts }) => {
  tagRoutes(app, 'Accounts');

  app.post(
    apiPaths.signUp,
    {
      config: { needsSpace: true },
      schema: {
        operationId: 'signUp',
        summary: 'Sign up; the mailed link and the password create the account',
        body: signUpRequest,
        response: { ...mailResponses, 503: errorBody },
      },
    },
    async (request) => {
      await signUp(accounts, toRequestContext(request), request.body);
      return isDone;
    },
  );

  app.post(
    apiPaths.sendVerificationEmail,
    {
      schema: {
        operationId: 'sendConfirmationLink',
        summary: 'Send a new confirmation link, with address and password',
        body: resendRequest,
        response: mailResponses,
      },
    },
    async (request) => {
      await resendConfirmation(accounts, toRequestContext(request), request.body);
      return isDone;
    },
  );

  app.post(
    apiPaths.renewVerificationLink,
    {
      schema: {
        operationId: 'renewConfirmationLink',
        summary: 'Send a new confirmation link, with an earlier one',
        body: renewLinkRequest,
        response: { ...responses, 409: errorBody },
      },
    },
    async (request) => {
      await renewLink(accounts, toRequestContext(request), request.body.token);
      return isDone;
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
        response: mailResponses,
      },
    },
    async (request) => {
      await requestPasswordReset(accounts, toRequestContext(request), request.body);
      return isDone;
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
