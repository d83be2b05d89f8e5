import { z } from 'zod';
import { accountEmail } from '../../../../contract/account/accounts.ts';
import { nameMax } from '../../../../contract/account/self-service.ts';
import { cleanLine } from '../../../../contract/rules/text.ts';

/** A person as the identity provider knows them. */
export interface Identity {
  /** The issuer is part of it: two providers may give the same id to two people. */
  providerId: string;
  accountId: string;
  /** Undefined if an account cannot have it. */
  email: string | undefined;
  /** Whether the provider has checked that the address belongs to the person. */
  isEmailVerified: boolean;
  name: string;
}

const flag = z.union([z.boolean(), z.string(), z.number()]).optional();
const claims = z.object({
  email: z.unknown().optional(),
  name: z.unknown().optional(),
  email_verified: flag,
  xms_edov: flag,
});

const isTrue = (claim: z.infer<typeof flag>) =>
  claim === true || claim === 'true' || claim === 1 || claim === '1';

/**
 * The identity in the claims of the provider. Microsoft Entra lets its administrators enter any address for a person, and
 * has no `email_verified`: its claim `xms_edov` states that the organization has proved to own the domain.
 */
export function toIdentity(issuer: string, subject: string, profile: unknown): Identity | undefined {
  const parsed = claims.safeParse(profile);
  if (!parsed.success || !/^[\x21-\x7e]{1,255}$/.test(subject)) return undefined;
  const { email, name, email_verified, xms_edov } = parsed.data;
  const isMicrosoft = new URL(issuer).hostname === 'login.microsoftonline.com';
  return {
    providerId: `oidc ${issuer}`,
    accountId: subject,
    email: accountEmail.safeParse(email).data,
    isEmailVerified: isTrue(isMicrosoft ? xms_edov : email_verified),
    name: cleanLine(nameMax).safeParse(name).data ?? '',
  };
}
