import { z } from 'zod';

/** The kinds of requests that may require a challenge. A solution is valid only for the kind it was issued for. */
export const challengeKinds = ['form', 'account', 'checkout'] as const;
export type ChallengeKind = (typeof challengeKinds)[number];

/** Request header with a `SolvedChallenge` as base64url-encoded JSON. */
export const solutionHeader = 'x-solution';

/** Maximum length of the header in characters. Above the length of any valid solution. */
export const solutionMaxLength = 2_000;

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`));
const count = z.int().positive();

/**
 * Proof of work in the format of altcha-lib: find the counter whose key (PBKDF2 over nonce and counter) begins with
 * `keyPrefix`. The server signs the parameters and the expected key, and stores nothing.
 */
export const challenge = z.object({
  parameters: z.object({
    algorithm: z.literal('PBKDF2/SHA-256'),
    nonce: hex(16),
    salt: hex(16),
    /** PBKDF2 iterations per counter. */
    cost: count,
    keyLength: z.literal(32),
    keyPrefix: hex(16),
    keySignature: hex(32),
    /** Unix time in seconds. */
    expiresAt: count,
    data: z.object({ kind: z.enum(challengeKinds) }),
  }),
  signature: hex(32),
});
export type Challenge = z.infer<typeof challenge>;

export const solvedChallenge = z.object({
  challenge,
  solution: z.object({ counter: z.int().nonnegative(), derivedKey: hex(32) }),
});
export type SolvedChallenge = z.infer<typeof solvedChallenge>;
