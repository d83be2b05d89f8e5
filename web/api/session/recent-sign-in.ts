import { done, type ProofRequest } from '../../../contract/accounts.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { ApiError, postJson } from '../client.ts';
import { changeSession } from './change-session.ts';

/** A request that waits until the password was entered again. */
export interface PendingConfirmation {
  /** Sends the request again. */
  proceed: () => void;
  cancel: () => void;
}

let waiting: PendingConfirmation | undefined;
const listeners = new Set<() => void>();

function setWaiting(next: PendingConfirmation | undefined): void {
  waiting = next;
  for (const listener of listeners) listener();
}

export const pendingConfirmation = () => waiting;

export function onPendingConfirmation(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens the dialog that asks for the password. Resolves after the right one; rejects when it is closed instead. */
function askForSignIn(refusal: ApiError): Promise<void> {
  waiting?.cancel();
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => () => {
      setWaiting(undefined);
      end();
    };
    const closed = new ApiError(refusal.code, `Nothing was changed. ${refusal.message}`, { cause: refusal });
    setWaiting({ proceed: settle(resolve), cancel: settle(() => reject(closed)) });
  });
}

/** Sends a request. If it requires a recent sign-in, asks for the password and sends it again. */
export async function withRecentSignIn<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'recent-sign-in-required')) throw error;
    await askForSignIn(error);
    return request();
  }
}

/** Enters the password (and code) again, instead of a new sign-in. */
export const renewSignIn = (proof: ProofRequest) =>
  changeSession(() => postJson(apiPaths.renewSignIn, proof, { parse: done.parse }));

/** Asks for the password without a waiting request. False if the dialog is closed. */
export function requestSignIn(): Promise<boolean> {
  const refusal = new ApiError('recent-sign-in-required', 'Enter your password to see the access keys.');
  return askForSignIn(refusal).then(
    () => true,
    () => false,
  );
}
