import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { LightMyRequestResponse } from 'fastify';
import { type Challenge, type SolvedChallenge, solutionHeader } from '../../../contract/account/challenge.ts';
import { errorBody } from '../../../contract/errors.ts';

/** The challenge in a 428 response. Throws for any other response. */
export function requireChallenge(answer: LightMyRequestResponse): Challenge {
  const { code, challenge } = errorBody.parse(answer.json()).error;
  if (answer.statusCode !== 428 || code !== 'challenge-required' || !challenge)
    throw new Error(`expected a challenge, got ${answer.statusCode}: ${answer.body}`);
  return challenge;
}

export async function solve(challenge: Challenge): Promise<SolvedChallenge> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('the challenge was not solved in time');
  return { challenge, solution: { counter: solution.counter, derivedKey: solution.derivedKey } };
}

/** The header with which a browser sends a solution. Accepts invalid solutions too. */
export function toSolutionHeaders(solved: unknown): Record<string, string> {
  return { [solutionHeader]: Buffer.from(JSON.stringify(solved)).toString('base64url') };
}
