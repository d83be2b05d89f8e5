import { randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey as deriveCandidate } from 'altcha-lib/algorithms/pbkdf2';
import {
  type Challenge,
  type ChallengeKind,
  challenge as challengeShape,
  type SolvedChallenge,
  solutionMaxLength,
  solvedChallenge,
} from '../../../contract/account/challenge.ts';
import { deriveKey } from '../keys.ts';

export const challengeLifetimeSeconds = 300;

/**
 * PBKDF2 iterations per candidate. At difficulty 1 the browser computes 400 to 1,200 candidates (about a second on a
 * slow phone, 0.2 s on a laptop). The server computes one to create a challenge and none to verify it.
 */
const cost = 500;
const candidatesMin = 400;
const candidatesMax = 1_200;

/** Creates challenges and verifies solutions without storing anything. Every process derives the same keys. */
export class ProofOfWork {
  readonly #secrets: { hmacSignatureSecret: string; hmacKeySignatureSecret: string };

  constructor(appSecret: string) {
    this.#secrets = {
      hmacSignatureSecret: deriveKey(appSecret, 'challenge').toString('hex'),
      hmacKeySignatureSecret: deriveKey(appSecret, 'challenge-key').toString('hex'),
    };
  }

  /** `difficulty` multiplies the number of candidates. */
  async create(kind: ChallengeKind, difficulty: number, now: Date): Promise<Challenge> {
    const created = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost,
      counter: randomInt(candidatesMin * difficulty, candidatesMax * difficulty),
      deriveKey: deriveCandidate,
      data: { kind },
      expiresAt: new Date(now.getTime() + challengeLifetimeSeconds * 1_000),
      ...this.#secrets,
    });
    return challengeShape.parse(created);
  }

  /** The nonce of the challenge solved by this header; undefined if it is not a valid solution for this kind. */
  async verify(header: string, kind: ChallengeKind): Promise<string | undefined> {
    const solved = parseSolution(header);
    if (solved?.challenge.parameters.data.kind !== kind) return undefined;
    const { verified } = await verifySolution({
      ...solved,
      deriveKey: deriveCandidate,
      ...this.#secrets,
    });
    return verified ? solved.challenge.parameters.nonce : undefined;
  }
}

function parseSolution(header: string): SolvedChallenge | undefined {
  if (header.length > solutionMaxLength) return undefined;
  try {
    return solvedChallenge.parse(JSON.parse(Buffer.from(header, 'base64url').toString('utf8')));
  } catch {
    return undefined;
  }
}
