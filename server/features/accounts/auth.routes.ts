import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  mailRequestResponse,
  renewLinkRequest,
  resendRequest,
  resetLinkRequest,
  resetPasswordRequest,
  signInRequest,
  signInResponse,
  signUpRequest,
  statusResponse,
  verifyEmailRequest,
} from '../../../contract/account/accounts.ts';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import { setCookies, toRequestContext } from '../sessions/request-context.ts';
import type { Accounts } from './accounts.ts';
import { requestPasswordReset, resetPassword } from './password/password-reset.ts';
import { signIn, signOut } from './sign-in/sign-in.ts';
import { confirmSignUp, renewLink, resendConfirmation } from './sign-up/confirm-sign-up.ts';
import { signUp } from './sign-up/sign-up.ts';

export interface AuthRoutesDeps {
  accounts: Accounts;
  /** True without a mail server: mails are files on the disk of this machine. */
  storesMails: boolean;
  /** Whether the sender can read those files anyway, because the request comes from this machine. */
  mayReadMails: (request: FastifyRequest) => boolean;
}

const responses = { 200: statusResponse, 400: errorBody, 429: errorBody };
const mailResponses = { ...responses, 200: mailRequestResponse };
/** For requests that may require a solved challenge. */
const challengedResponses = { ...mailResponses, 428: errorBody };
const isDone = { status: true } as const;

/** Sign-up, sign-in, sign-out and password reset: no session required. */
export const authRoutes: FastifyPluginAsyncZod<AuthRoutesDeps> = async (
  app,
  { accounts, storesMails, mayReadMails },
) => {
  tagRoutes(app, 'Accounts');

  /** `token`: of the link of a sign-up. Those of a password reset are in their mails alone. */
  function toMailAnswer(request: FastifyRequest, token?: string) {
    if (!storesMails) return isDone;
    const isShown = token !== undefined && mayReadMails(request);
    return { ...isDone, storedMail: isShown ? { link: `/auth/confirm?token=${token}` } : {} };
  }

  app.post(
    apiPaths.signUp,
    {
      config: { needsSpace: true },
      schema: {
        operationId: 'signUp',
        summary: 'Sign up; the mailed link and the password create the account',
        body: signUpRequest,
        response: { ...challengedResponses, 503: errorBody },
      },
    },
    async (request) => {
      return toMailAnswer(request, await signUp(accounts, toRequestContext(request), request.body));
    },
  );

  app.post(
    apiPaths.sendVerificationEmail,
    {
      schema: {
        operationId: 'sendConfirmationLink',
        summary: 'Send a new confirmation link, with address and password',
        body: resendRequest,
        response: challengedResponses,
      },
    },
    async (request) => {
      return toMailAnswer(
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
        response: { ...mailResponses, 409: errorBody },
      },
    },
    async (request) => {
      await renewLink(accounts, toRequestContext(request), request.body.token);
      return toMailAnswer(request);
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
        response: challengedResponses,
      },
    },
    async (request) => {
      await requestPasswordReset(accounts, toRequestContext(request), request.body);
      return toMailAnswer(request);
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
