import { type RenewSignInRequest, statusResponse } from '../../../contract/account/accounts.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { ApiError, postJson } from '../client.ts';
import { changeSession } from './change-session.ts';

/** A request that waits until the password is confirmed. */
export interface PendingConfirmation {
  /** Sends the request again. */
  proceed: () => void;
  cancel: () => void;
}

let pending: PendingConfirmation | undefined;
const listeners = new Set<() => void>();

function setPending(next: PendingConfirmation | undefined): void {
  pending = next;
  for (const listener of listeners) listener();
}

export const pendingConfirmation = () => pending;

export function onPendingConfirmation(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens the dialog that asks for the password. Resolves after the sign-in; rejects if the dialog is closed. */
function confirmSignIn(error: ApiError): Promise<void> {
  pending?.cancel();
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => () => {
      setPending(undefined);
      end();
    };
    const closed = new ApiError(error.code, `Nothing was changed. ${error.message}`, { cause: error });
    setPending({ proceed: settle(resolve), cancel: settle(() => reject(closed)) });
  });
}

/** Sends a request. If the server requires a recent sign-in, asks for the password and sends the request again. */
export async function withRecentSignIn<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'recent-sign-in-required')) throw error;
    await confirmSignIn(error);
    return request();
  }
}

/** Counts as a new sign-in without ending the session. */
export const renewSignIn = (proof: RenewSignInRequest) =>
  changeSession(() => postJson(apiPaths.renewSignIn, proof, { parse: statusResponse.parse }));

/** Asks for the password without a pending request. Resolves to false if the dialog is closed. */
export function requestSignIn(): Promise<boolean> {
  const required = new ApiError('recent-sign-in-required', 'Enter your password to see the access keys.');
  return confirmSignIn(required).then(
    () => true,
    () => false,
  );
}
