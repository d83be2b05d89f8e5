import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { statusResponse } from '../../../contract/account/accounts.ts';
import {
  type ChangeAddressRequest,
  type ChangePasswordRequest,
  confirmedAddress,
  pendingAddress,
} from '../../../contract/account/self-service.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { getJson, postJson, putJson, send, sendDelete } from '../../api/client.ts';
import { changeSession } from '../../api/session/change-session.ts';
import { withRecentSignIn } from '../../api/session/recent-sign-in.ts';
import { refreshMe } from '../../api/session/session.ts';

export async function changeName(name: string): Promise<void> {
  await putJson(apiPaths.myName, { name }, { parse: statusResponse.parse });
  await refreshMe();
}

/** Replaces the session of this browser, and ends all others. */
export const changePassword = (request: ChangePasswordRequest) =>
  changeSession(() => postJson(apiPaths.myPassword, request, { parse: statusResponse.parse }));

const addressKey = ['my-address'] as const;

/** The new address that waits for its confirmation. Refetched, because the link may be opened in another tab. */
export const myAddressQuery = queryOptions({
  queryKey: addressKey,
  queryFn: ({ signal }) => getJson(apiPaths.myAddress, { parse: pendingAddress.parse, signal }),
  refetchOnWindowFocus: 'always',
});

export function useChangeAddress() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: ChangeAddressRequest) =>
      withRecentSignIn(() => postJson(apiPaths.myAddress, request, { parse: pendingAddress.parse })),
    onSuccess: (answer) => client.setQueryData(addressKey, answer),
  });
}

export function useWithdrawAddress() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => sendDelete(apiPaths.myAddress),
    onSettled: () => client.invalidateQueries({ queryKey: addressKey }),
  });
}

/** Returns the address that the account has from now on. */
export async function confirmAddress(token: string): Promise<string> {
  const { email } = await postJson(apiPaths.confirmMyAddress, { token }, { parse: confirmedAddress.parse });
  await refreshMe();
  return email;
}

/** Saves the file with everything that is stored about the owner of the account. */
export async function downloadMyData(): Promise<void> {
  const response = await withRecentSignIn(() => send(apiPaths.myData));
  const [, name = 'account.json'] =
    /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  const url = URL.createObjectURL(await response.blob());
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
