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
import type { Accounts } from './accounts.ts';
import { confirmSignUp, renewLink, resendConfirmation } from './confirm.ts';
import { requestPasswordReset, resetPassword } from './password-reset.ts';
import { setCookies, toRequestContext } from './request-context.ts';
import { signIn, signOut } from './sign-in.ts';
import { signUp } from './sign-up.ts';

const answers = { 200: statusResponse, 400: errorBody, 429: errorBody };
/** For requests that may require a solved challenge. */
const mailAnswers = { ...answers, 428: errorBody };
const isDone = { status: true } as const;

/** Signing up, in and out: what somebody may ask who has not signed in. */
export const authRoutes: FastifyPluginAsyncZod<{ accounts: Accounts }> = async (app, { accounts }) => {
  app.post(
    apiPaths.signUp,
    {
      schema: {
        summary: 'Sign up; the mailed link and the password make the account',
        body: signUpRequest,
        response: mailAnswers,
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
        summary: 'Send a new confirmation link, by address and password',
        body: resendRequest,
        response: mailAnswers,
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
        summary: 'Send a new confirmation link in place of an earlier one',
        body: renewLinkRequest,
        response: { ...answers, 409: errorBody },
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
        summary: 'Confirm a sign-up by its mailed link and its password; the session is a cookie',
        body: verifyEmailRequest,
        response: { ...answers, 401: errorBody, 409: errorBody },
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
        summary: 'Sign in; the session is a cookie',
        body: signInRequest,
        response: { ...answers, 200: signInResponse, 401: errorBody, 403: errorBody },
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
    { schema: { summary: 'End this session', response: answers } },
    async (request, reply) => {
      setCookies(reply, await signOut(accounts, toRequestContext(request)));
      return isDone;
    },
  );

  app.post(
    apiPaths.requestPasswordReset,
    {
      schema: { summary: 'Mail a password reset link', body: resetLinkRequest, response: mailAnswers },
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
        summary: 'Choose a new password by the mailed link; signs every browser out',
        body: resetPasswordRequest,
        response: { ...answers, 409: errorBody },
      },
    },
    async (request, reply) => {
      setCookies(reply, await resetPassword(accounts, toRequestContext(request), request.body));
      return isDone;
    },
  );
};
