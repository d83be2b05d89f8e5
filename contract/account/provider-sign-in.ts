import { z } from 'zod';

/** Our page to which a sign-in leads. Never another site. */
export const startProviderSignInRequest = z.object({
  returnTo: z
    .string()
    .max(200)
    .regex(
      /^\/(?:admin|company-portal|tracking-script)(?:\/[\w-]+)*$/,
      'must be a page of the signed-in area',
    )
    .optional(),
});
export const startedProviderSignIn = z.object({
  /** The page of the identity provider. */
  url: z.url(),
});

/** The parameter of the sign-in page after a sign-in with the identity provider that did not end in a session. */
export const providerOutcomeParameter = 'provider';
/** Its values: a code is needed next, or the reason. */
export const providerOutcomes = [
  'code',
  'canceled',
  'expired',
  'unavailable',
  'refused',
  'unverified',
  'unsuitable',
  'unconfirmed',
  'closed',
  'busy',
] as const;
export type ProviderOutcome = (typeof providerOutcomes)[number];
