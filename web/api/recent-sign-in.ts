import { done, type ProofRequest } from '../../contract/accounts.ts';
import { apiPaths } from '../../contract/paths.ts';
import { changeSession } from './change-session.ts';
import { ApiError, postJson } from './client.ts';

/** A request that waits for somebody to prove again who they are. */
export interface WaitingAct {
  /** Goes on with the act. */
  proceed: () => void;
  cancel: () => void;
}

let waiting: WaitingAct | undefined;
const listeners = new Set<() => void>();

function setWaiting(next: WaitingAct | undefined): void {
  waiting = next;
  for (const listener of listeners) listener();
}

export const waitingAct = () => waiting;

export function onWaitingAct(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens the dialog that asks for the password. Resolves once it was right; rejects when it is closed instead. */
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

/** Sends a request and, when the server wants a recent sign-in first, asks for one and sends it again. */
export async function withRecentSignIn<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'recent-sign-in-required')) throw error;
    await askForSignIn(error);
    return request();
  }
}

/** Password and code again, in place of a new sign-in. */
export const renewSignIn = (proof: ProofRequest) =>
  changeSession(() => postJson(apiPaths.renewSignIn, proof, { parse: done.parse }));

/** Asks for the password without an act that waits for it. False when somebody would rather not. */
export function offerSignIn(): Promise<boolean> {
  const refusal = new ApiError('recent-sign-in-required', 'Enter your password to see the access keys.');
  return askForSignIn(refusal).then(
    () => true,
    () => false,
  );
}
