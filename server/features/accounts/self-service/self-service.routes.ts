import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { statusResponse } from '../../../../contract/account/accounts.ts';
import {
  accountData,
  changeAddressRequest,
  changeNameRequest,
  changePasswordRequest,
  confirmAddressRequest,
  confirmedAddress,
  deleteAccountRequest,
  pendingAddress,
} from '../../../../contract/account/self-service.ts';
import { errorBody } from '../../../../contract/errors.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { tagRoutes } from '../../../platform/http/api-tags.ts';
import { setCookies, toRequestContext } from '../../sessions/request-context.ts';
import { requireSession } from '../../sessions/sessions.ts';
import type { Accounts } from '../accounts.ts';
import { exportAccountData } from './account-data.ts';
import {
  confirmAddressChange,
  findPendingAddress,
  requestAddressChange,
  withdrawAddressChange,
} from './address-change.ts';
import { changeName } from './change-name.ts';
import { changePassword } from './change-password.ts';
import { deleteAccount } from './delete-account.ts';

const errors = { 400: errorBody, 401: errorBody, 403: errorBody, 429: errorBody };
const isDone = { status: true } as const;

/** Settings and deletion of the signed-in account. */
export const selfServiceRoutes: FastifyPluginAsyncZod<{ accounts: Accounts }> = async (app, { accounts }) => {
  tagRoutes(app, 'Accounts');

  app.put(
    apiPaths.myName,
    {
      schema: {
        operationId: 'changeName',
        summary: 'Change the name of this account; an empty one removes it',
        body: changeNameRequest,
        response: { ...errors, 200: statusResponse },
      },
    },
    async (request) => {
      await changeName(accounts, toRequestContext(request), requireSession(request), request.body.name);
      return isDone;
    },
  );

  app.post(
    apiPaths.myPassword,
    {
      schema: {
        operationId: 'changePassword',
        summary: 'Change the password, with the current one (and a code); ends all other sessions',
        body: changePasswordRequest,
        response: { ...errors, 200: statusResponse },
      },
    },
    async (request, reply) => {
      const session = requireSession(request);
      setCookies(reply, await changePassword(accounts, toRequestContext(request), session, request.body));
      return isDone;
    },
  );

  addAddressRoutes(app, { accounts });

  app.get(
    apiPaths.myData,
    {
      schema: {
        operationId: 'exportAccount',
        summary:
          'Everything that is stored about the owner of this account, as a file; needs a recent sign-in',
        response: { 200: accountData, 403: errorBody, 429: errorBody },
      },
    },
    async (request, reply) => {
      const data = await exportAccountData(accounts, toRequestContext(request), requireSession(request));
      const day = data.createdAt.slice(0, 10);
      reply.header('content-disposition', `attachment; filename="account-${day}.json"`);
      return data;
    },
  );

  app.post(
    apiPaths.deleteMe,
    {
      schema: {
        operationId: 'deleteAccount',
        summary: 'Delete this account, with its address and password (and a code)',
        body: deleteAccountRequest,
        response: { ...errors, 200: statusResponse, 409: errorBody },
      },
    },
    async (request, reply) => {
      const session = requireSession(request);
      setCookies(reply, await deleteAccount(accounts, toRequestContext(request), session, request.body));
      return isDone;
    },
  );
};

const addAddressRoutes = (
  app: Parameters<FastifyPluginAsyncZod>[0],
  { accounts }: { accounts: Accounts },
): void => {
  app.get(
    apiPaths.myAddress,
    {
      schema: {
        operationId: 'findAddressChange',
        summary: 'The new address that waits for its confirmation, if any',
        response: { 200: pendingAddress },
      },
    },
    (request) => findPendingAddress(accounts, requireSession(request)),
  );

  app.post(
    apiPaths.myAddress,
    {
      schema: {
        operationId: 'changeAddress',
        summary: 'Mail a link to a new address, with the password (and a code)',
        body: changeAddressRequest,
        response: { ...errors, 200: pendingAddress },
      },
    },
    (request) =>
      requestAddressChange(accounts, toRequestContext(request), requireSession(request), request.body),
  );

  app.delete(
    apiPaths.myAddress,
    {
      schema: {
        operationId: 'withdrawAddressChange',
        summary: 'Withdraw the change of address that waits for its confirmation',
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await withdrawAddressChange(accounts, toRequestContext(request), requireSession(request));
      return reply.status(204).send(null);
    },
  );

  app.post(
    apiPaths.confirmMyAddress,
    {
      schema: {
        operationId: 'confirmAddressChange',
        summary: 'Confirm the new address of this account with its mailed link',
        body: confirmAddressRequest,
        response: { ...errors, 200: confirmedAddress, 409: errorBody },
      },
    },
    async (request, reply) => {
      const { token } = request.body;
      const session = requireSession(request);
      const confirmed = await confirmAddressChange(accounts, toRequestContext(request), session, token);
      setCookies(reply, confirmed.headers);
      return { email: confirmed.email };
    },
  );
};
