import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type RenewSignInRequest,
  recoveryCodes,
  signedInSessions,
  statusResponse,
  twoFactorSecret,
} from '../../../contract/account/accounts.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { getJson, postJson, sendDelete } from '../../api/client.ts';
import { changeSession } from '../../api/session/change-session.ts';

/** Returns the secret to scan. Two-factor authentication is on only after a code made from it is confirmed. */
export const startTwoFactorSetup = (password: string) =>
  postJson(apiPaths.enableTwoFactor, { password }, { parse: twoFactorSecret.parse });

export const enableTwoFactor = (code: string) =>
  changeSession(() => postJson(apiPaths.verifyTotp, { code }, { parse: statusResponse.parse }));

export const disableTwoFactor = (proof: RenewSignInRequest) =>
  changeSession(() => postJson(apiPaths.disableTwoFactor, proof, { parse: statusResponse.parse }));

/** Creates new codes. The previous ones stop working. */
export const renewRecoveryCodes = (proof: RenewSignInRequest) =>
  postJson(apiPaths.generateRecoveryCodes, proof, { parse: recoveryCodes.parse });

const sessionsKey = ['my-sessions'] as const;

export const mySessionsQuery = queryOptions({
  queryKey: sessionsKey,
  queryFn: ({ signal }) => getJson(apiPaths.mySessions, { parse: signedInSessions.parse, signal }),
});

/** Signs one other browser out, or all of them. Each notices within seconds. */
export function useEndSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (which: string | 'others') =>
      sendDelete(which === 'others' ? apiPaths.mySessions : apiPaths.mySession(which)),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  });
}
