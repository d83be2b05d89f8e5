import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import {
  type Challenge,
  challenge,
  solutionHeader,
  solvedChallenge,
} from '../../contract/account/challenge.ts';
import { type ApiServer, sendJson } from './api-server.ts';

const secrets = { hmacSignatureSecret: 'signs challenges', hmacKeySignatureSecret: 'signs keys' };

export async function aChallenge({ counter = 20, cost = 50 } = {}): Promise<Challenge> {
  const made = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    counter,
    deriveKey,
    data: { kind: 'form' },
    expiresAt: new Date(Date.now() + 60_000),
    ...secrets,
  });
  return challenge.parse(made);
}

export async function isSolved(header: unknown): Promise<boolean> {
  if (typeof header !== 'string') return false;
  const solved = solvedChallenge.parse(JSON.parse(atob(header)));
  return (await verifySolution({ ...solved, deriveKey, ...secrets })).verified;
}

/**
 * Responds with a challenge to requests without a valid solution, and to the first `rejections` requests with one.
 * Returns the bodies of the requests so far.
 */
export function askForChallenges(api: ApiServer, address: string, { rejections = 0 } = {}): string[] {
  const bodies: string[] = [];
  let left = rejections;
  api.handle(address, async (request, response, body) => {
    bodies.push(body);
    const isAccepted = (await isSolved(request.headers[solutionHeader])) && left-- <= 0;
    if (isAccepted)
      return sendJson(response, 200, { received: true, status: true, url: 'https://pay.test/' });
    const error = { code: 'challenge-required', message: 'Solve this first.', challenge: await aChallenge() };
    sendJson(response, 428, { error });
  });
  return bodies;
}
