import { z } from 'zod';
import { isEmailAddress } from './rules/email.ts';
import { emailAddress } from './rules/text.ts';

/** Password rules after OWASP ASVS 5.0, 6.2: length counts, composition does not. */
export const passwordMin = 12;
export const passwordMax = 128;

/**
 * Accounts need an address in plain Latin letters: in other scripts two people's addresses can look the same to
 * an administrator, and the account library refuses them. Forms and purchases accept every address.
 */
export const isAccountEmail = (email: string): boolean =>
  /^[\w.'+-]*[\w+-]@[a-z\d.-]+\.[a-z]{2,}$/i.test(email);
export const invalidAccountEmail = 'Please use an email address in plain letters (a-z) for an account';

/** In lower case: two spellings of one address are one account. */
const accountEmail = emailAddress
  .toLowerCase()
  .refine((email) => !isEmailAddress(email) || isAccountEmail(email), invalidAccountEmail);
/** Longer than any that is accepted: what is wrong with one is said by the rules, in their words. */
const password = z.string().min(1).max(1000);
const linkToken = z.string().min(1).max(500);

export const signUpRequest = z.object({ email: accountEmail, password });
export const signInRequest = z.object({ email: accountEmail, password });
/** True: the password was right, and a code of the second factor is asked for now. */
export const signInResponse = z.object({ twoFactorRedirect: z.boolean() });
/**
 * Requests a password reset link. The token of an earlier reset link, even if used or expired, identifies the owner,
 * who has a separate mail budget.
 */
export const resetLinkRequest = z.object({ email: accountEmail, earlierLink: linkToken.optional() });
/** The link of a sign-up, and the password chosen with it. */
export const verifyEmailRequest = z.object({ token: linkToken, password });
/** A new link for the sign-up with this address and password. */
export const resendRequest = z.object({ email: accountEmail, password });
/** A new link in place of an earlier one, expired or not. */
export const renewLinkRequest = z.object({ token: linkToken });
export const resetPasswordRequest = z.object({ token: linkToken, newPassword: password });
/** Switching two-factor on takes the password again. */
export const passwordRequest = z.object({ password });
/**
 * Proves again who is signed in: the password and, while two-factor is on, a code of the authenticator app or a
 * recovery code.
 */
export const renewSignInRequest = z.object({ password, code: z.string().trim().min(1).max(40).optional() });
export type RenewSignInRequest = z.infer<typeof renewSignInRequest>;
export const twoFactorSecret = z.object({
  /** For the code a phone photographs: otpauth://totp/… */
  totpURI: z.string(),
  /** Recovery codes, each good once; shown now and never again. */
  backupCodes: z.array(z.string()),
});
export const recoveryCodes = z.object({ backupCodes: z.array(z.string()) });
export const totpRequest = z.object({ code: z.string().trim().min(1).max(20) });
/** It was done, or would have been: the same for every address, known or not. */
export const statusResponse = z.object({ status: z.literal(true) });

/** Who is asking. Nobody signed in is an ordinary answer, not a failure. */
export const me = z.object({
  user: z.object({ id: z.string(), email: z.string(), hasTwoFactor: z.boolean() }).nullable(),
  role: z.enum(['admin']).nullable(),
  /** True: administrator rights rest until a second factor is switched on. */
  needsTwoFactor: z.boolean(),
  /**
   * How the first administrator is made: with the admin access key or, where granting by key is switched off,
   * by a command on the server. Null once there is an administrator, or when nobody is signed in.
   */
  firstAdminBy: z.enum(['key', 'command']).nullable(),
});
export type Me = z.infer<typeof me>;

export const grantAdminRequest = z.object({ email: accountEmail, accessKey: z.string().min(1).max(200) });
export const grantAdminResponse = z.object({ message: z.string() });

/** A browser that is signed in. The session's token never leaves its cookie. */
export const signedInSession = z.object({
  id: z.string(),
  /** Browser and system in words, such as "Firefox on Windows". */
  device: z.string(),
  /** Shortened: the network, not the machine. */
  address: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  isCurrent: z.boolean(),
});
export const signedInSessions = z.object({ sessions: z.array(signedInSession) });
export type SignedInSession = z.infer<typeof signedInSession>;

export const auditEntry = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  /** The address of the account, "operator" for the command line, or "somebody" before sign-in. */
  actor: z.string(),
  /** What happened, as a stable word such as "company.created". */
  action: z.string(),
  /** On what, in words for people. */
  object: z.string(),
  /** Shortened: the network, not the machine. Empty for the command line. */
  address: z.string(),
  /** How often it happened: failures that repeat within an hour share an entry. */
  count: z.number().int().positive(),
  /** The last of several; null when it happened once. */
  lastAt: z.iso.datetime().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const cursorQuery = z.object({
  /** The `next` of the page before. */
  after: z.string().max(200).optional(),
});
export const auditLog = z.object({ entries: z.array(auditEntry), next: z.string().nullable() });

/** What an open admin page is told has changed; it then asks again for what it shows of it. */
export const adminTopics = ['companies', 'inbox', 'orders', 'mails', 'audit'] as const;
export type AdminTopic = (typeof adminTopics)[number];
/** The data of an event `changed` on the admin stream. An event `ended` says that the session is over. */
export const adminChange = z.object({ topics: z.array(z.enum(adminTopics)) });
