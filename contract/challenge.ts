import { z } from 'zod';

/** What a challenge is good for; a solution for one kind of request does not open another. */
export const challengeKinds = ['form', 'account', 'checkout'] as const;
export type ChallengeKind = (typeof challengeKinds)[number];

/** Request header with a solved challenge, as base64url of its JSON. */
export const solutionHeader = 'x-northlight-solution';

/** Longer than any solution is. */
export const solutionMaxLength = 2_000;

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`));
const count = z.int().positive();

/**
 * Proof of work, as altcha-lib makes it: find the counter whose key (PBKDF2 over nonce and counter) begins with
 * `keyPrefix`. The server signs the parameters and knows the key, but keeps nothing.
 */
export const challenge = z.object({
  parameters: z.object({
    algorithm: z.literal('PBKDF2/SHA-256'),
    nonce: hex(16),
    salt: hex(16),
    /** Iterations of PBKDF2 for each counter. */
    cost: count,
    keyLength: z.literal(32),
    keyPrefix: hex(16),
    keySignature: hex(32),
    /** In seconds since 1970. */
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
