import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  passwordRequest,
  recoveryCodes,
  renewSignInRequest,
  statusResponse,
  totpRequest,
  twoFactorSecret,
} from '../../../../contract/account/accounts.ts';
import { errorBody } from '../../../../contract/errors.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { tagRoutes } from '../../../platform/http/api-tags.ts';
import { setCookies, toRequestContext } from '../../sessions/request-context.ts';
import { requireSession } from '../../sessions/sessions.ts';
import type { Accounts } from '../accounts.ts';
import { renewSignIn } from '../sign-in/renew-sign-in.ts';
import { disableTwoFactor, enableTwoFactor, renewRecoveryCodes } from './two-factor.ts';
import { verifySignInCode } from './verify-sign-in-code.ts';

const errors = { 400: errorBody, 401: errorBody, 429: errorBody };
const isDone = { status: true } as const;

/** Codes that complete a sign-in or, while signed in, the first code of a new secret. */
export const signInCodeRoutes: FastifyPluginAsyncZod<{ accounts: Accounts }> = async (app, { accounts }) => {
  tagRoutes(app, 'Accounts');

  const codes = [
    {
      path: apiPaths.verifyTotp,
      kind: 'app-code',
      operationId: 'verifyAppCode',
      summary: 'Enter a code of the authenticator app',
    },
    {
      path: apiPaths.verifyRecoveryCode,
      kind: 'recovery-code',
      operationId: 'verifyRecoveryCode',
      summary: 'Enter a recovery code, which works once',
    },
  ] as const;
  for (const { path, kind, operationId, summary } of codes) {
    app.post(
      path,
      { schema: { operationId, summary, body: totpRequest, response: { ...errors, 200: statusResponse } } },
      async (request, reply) => {
        setCookies(
          reply,
          await verifySignInCode(accounts, toRequestContext(request), kind, request.body.code),
        );
        return isDone;
      },
    );
  }
};

/** Two-factor settings of the signed-in account. */
export const twoFactorRoutes: FastifyPluginAsyncZod<{ accounts: Accounts }> = async (app, { accounts }) => {
  tagRoutes(app, 'Accounts');

  app.post(
    apiPaths.enableTwoFactor,
    {
      schema: {
        operationId: 'enableTwoFactor',
        summary: 'Create a two-factor secret; a first code switches two-factor on',
        body: passwordRequest,
        response: { ...errors, 200: twoFactorSecret },
      },
    },
    (request, reply) => {
      reply.header('cache-control', 'no-store');
      return enableTwoFactor(
        accounts,
        toRequestContext(request),
        requireSession(request),
        request.body.password,
      );
    },
  );

  app.post(
    apiPaths.disableTwoFactor,
    {
      schema: {
        operationId: 'disableTwoFactor',
        summary: 'Switch two-factor off, with the password and a code',
        body: renewSignInRequest,
        response: { ...errors, 200: statusResponse },
      },
    },
    async (request, reply) => {
      const session = requireSession(request);
      const headers = await disableTwoFactor(accounts, toRequestContext(request), session, request.body);
      setCookies(reply, headers);
      return isDone;
    },
  );

  app.post(
    apiPaths.generateRecoveryCodes,
    {
      schema: {
        operationId: 'replaceRecoveryCodes',
        summary: 'Replace the recovery codes, with the password and a code',
        body: renewSignInRequest,
        response: { ...errors, 200: recoveryCodes },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const session = requireSession(request);
      return {
        backupCodes: await renewRecoveryCodes(accounts, toRequestContext(request), session, request.body),
      };
    },
  );

  app.post(
    apiPaths.renewSignIn,
    {
      schema: {
        operationId: 'renewSignIn',
        summary: 'Enter the password (and code) again, for actions that need a recent sign-in',
        body: renewSignInRequest,
        response: { ...errors, 200: statusResponse },
      },
    },
    async (request, reply) => {
      const session = requireSession(request);
      setCookies(reply, await renewSignIn(accounts, toRequestContext(request), session, request.body));
      return isDone;
    },
  );
};
