import type { IncomingMessage } from 'node:http';
import { FetchError, toFetchError } from './fetch-error.ts';
import { checkAddress, checkTarget, sendTo, type TargetDeps, untilAborted } from './public-target.ts';

const usualTimeoutMs = 10_000;
/** How much of an answer is read, which lets an ordinary server finish it. It is not used. */
const answerMaxBytes = 4_096;

export interface PostPublicDeps extends TargetDeps {
  userAgent: string;
  /** How long a request with its answer may take. */
  timeoutMs?: number;
}

interface PostRequest {
  headers: Record<string, string>;
  body: string;
  /** Ends the call, as when the server stops. */
  signal: AbortSignal;
}

/** Resolves to the status of the answer. */
export type PostPublic = (address: string, request: PostRequest) => Promise<number>;

/**
 * Throws a `FetchError` for an address that cannot be posted to, as far as it can be checked without a lookup.
 * @returns The address as it is sent to.
 */
export function requirePostable(allowed: TargetDeps['allowed'], address: string): string {
  const { url, isAllowed } = checkAddress(allowed, address);
  if (!isAllowed && url.protocol !== 'https:') throw new FetchError('scheme-not-allowed', address);
  return url.href;
}

/**
 * Posts to addresses that members name, by the rules of `createFetchPublic`, and https alone. Redirects are not followed:
 * their status is the answer. Nothing of the answer but its status is used. Throws a `FetchError`.
 */
export function createPostPublic({
  userAgent,
  timeoutMs = usualTimeoutMs,
  ...deps
}: PostPublicDeps): PostPublic {
  return async (address, { headers, body, signal }) => {
    const ends = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    try {
      const target = await untilAborted(checkTarget(deps, requirePostable(deps.allowed, address)), ends);
      const length = String(Buffer.byteLength(body));
      const answer = await sendTo(target, {
        method: 'POST',
        headers: { ...headers, 'user-agent': userAgent, 'content-length': length },
        ...{ body, signal: ends },
      });
      await discard(answer);
      return answer.statusCode ?? 0;
    } catch (error) {
      throw ends.aborted ? new FetchError('too-slow', address, error) : toFetchError(error, address);
    }
  };
}

/** Reads the beginning of an answer. What goes wrong with it changes nothing: its status has arrived. */
async function discard(answer: IncomingMessage): Promise<void> {
  let size = 0;
  try {
    for await (const chunk of answer) {
      size += chunk.length;
      if (size > answerMaxBytes) break;
    }
  } catch {
    // The server ended the connection, or was too slow.
  } finally {
    answer.destroy();
  }
}
