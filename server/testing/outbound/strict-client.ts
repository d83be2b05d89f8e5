import { FetchError } from '../../platform/outbound/fetch-error.ts';

/** Why a request of a client for public addresses failed. */
export async function failureOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof FetchError ? error.failure : `not refused: ${String(error)}`;
}

/** Settings of a client that would reach this machine if it did not refuse, and the names that it asks for. */
export function resolveToThisMachine(
  addressesOf: (name: string) => Promise<string[]> = async () => ['127.0.0.1'],
) {
  const asked: string[] = [];
  const resolve = (name: string) => {
    asked.push(name);
    return addressesOf(name);
  };
  return { asked, settings: { allowed: [], resolve } };
}
