import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  passwordRequest,
  recoveryCodes,
  renewSignInRequest,
  statusResponse,
  totpRequest,
  twoFactorSecret,
} from '../../../contract/accounts.ts';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { type Accounts, requireCaller } from './accounts.ts';
import { renewSignIn } from './recent-sign-in.ts';
import { setCookies, toRequestContext } from './request-context.ts';
import { verifyCode } from './second-step.ts';
import { disableTwoFactor, enableTwoFactor, renewBackupCodes } from './two-factor.ts';

const refusals = { 400: errorBody, 401: errorBody, 429: errorBody };
const isDone = { status: true } as const;

/** The second step of a sign-in. Somebody signed in shows by it that the new secret is in their phone. */
export const secondStepRoutes: FastifyPluginAsyncZod<{ accounts: Accounts }> = async (app, { accounts }) => {
  const steps = [
    { path: apiPaths.verifyTotp, step: 'totp', summary: 'Show a code of the second factor' },
    { path: apiPaths.verifyRecoveryCode, step: 'backup-code', summary: 'Use up a recovery code' },
  ] as const;
  for (const { path, step, summary } of steps) {
    app.post(
      path,
      { schema: { summary, body: totpRequest, response: { ...refusals, 200: statusResponse } } },
      async (request, reply) => {
        setCookies(reply, await verifyCode(accounts, toRequestContext(request), step, request.body.code));
        return isDone;
      },
    );
  }
};

/** The second factor, as its owner turns it on and off. */
export const twoFactorRoutes: FastifyPluginAsyncZod<{ accounts: Accounts }> = async (app, { accounts }) => {
  app.post(
    apiPaths.enableTwoFactor,
    {
      schema: {
        summary: 'Make a secret; a first code switches the second factor on',
        body: passwordRequest,
        response: { ...refusals, 200: twoFactorSecret },
      },
    },
    (request, reply) => {
      reply.header('cache-control', 'no-store');
      return enableTwoFactor(
        accounts,
        toRequestContext(request),
        requireCaller(request),
        request.body.password,
      );
    },
  );

  app.post(
    apiPaths.disableTwoFactor,
    {
      schema: {
        summary: 'Switch two-factor sign-in off, with the password and a code',
        body: renewSignInRequest,
        response: { ...refusals, 200: statusResponse },
      },
    },
    async (request, reply) => {
      const caller = requireCaller(request);
      const headers = await disableTwoFactor(accounts, toRequestContext(request), caller, request.body);
      setCookies(reply, headers);
      return isDone;
    },
  );

  app.post(
    apiPaths.generateRecoveryCodes,
    {
      schema: {
        summary: 'Replace the recovery codes, with the password and a code',
        body: renewSignInRequest,
        response: { ...refusals, 200: recoveryCodes },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const caller = requireCaller(request);
      return {
        backupCodes: await renewBackupCodes(accounts, toRequestContext(request), caller, request.body),
      };
    },
  );

  app.post(
    apiPaths.renewSignIn,
    {
      schema: {
        summary: 'Prove again who is signed in, for acts that need a recent sign-in',
        body: renewSignInRequest,
        response: { ...refusals, 200: statusResponse },
      },
    },
    async (request, reply) => {
      const caller = requireCaller(request);
      setCookies(reply, await renewSignIn(accounts, toRequestContext(request), caller, request.body));
      return isDone;
    },
  );
};
