import { z } from 'zod';
import { isEmailAddress } from '../rules/email.ts';
import { emailAddress } from '../rules/text.ts';
import { companyChoices, role } from './roles.ts';

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

/** The address in lower case, so that two spellings of it are one account. */
export const accountEmail = emailAddress
  .toLowerCase()
  .refine((email) => !isEmailAddress(email) || isAccountEmail(email), invalidAccountEmail);
/** Above `passwordMax`: a password that is too long gets the message of the password rules. */
export const passwordText = z.string().min(1).max(1000);
export const linkToken = z.string().min(1).max(500);
/** A code of the authenticator app, or a recovery code. */
export const proofCode = z.string().trim().min(1).max(40);

export const signUpRequest = z.object({ email: accountEmail, password: passwordText });
export const signInRequest = z.object({ email: accountEmail, password: passwordText });
/** True: the password was correct, and a two-factor code is required next. */
export const signInResponse = z.object({ twoFactorRedirect: z.boolean() });
/**
 * Requests a password reset link. The token of an earlier reset link, even if used or expired, identifies the owner
 * of the account, who has a separate limit of mails.
 */
export const resetLinkRequest = z.object({ email: accountEmail, earlierLink: linkToken.optional() });
/** The token of a sign-up link, and the password chosen at sign-up. */
export const verifyEmailRequest = z.object({ token: linkToken, password: passwordText });
/** Requests a new link for the pending sign-up with this address and password. */
export const resendRequest = z.object({ email: accountEmail, password: passwordText });
/** Replaces a sign-up link, expired or not, by a new one. */
export const renewLinkRequest = z.object({ token: linkToken });
export const resetPasswordRequest = z.object({ token: linkToken, newPassword: passwordText });
/** Turning two-factor on requires the password. */
export const passwordRequest = z.object({ password: passwordText });
/**
 * Confirms who is signed in, for actions that require a recent sign-in: the password and, while two-factor is on,
 * a code of the authenticator app or a recovery code.
 */
export const renewSignInRequest = z.object({ password: passwordText, code: proofCode.optional() });
export type RenewSignInRequest = z.infer<typeof renewSignInRequest>;
export const twoFactorSecret = z.object({
  /** The content of the QR code: otpauth://totp/… */
  totpURI: z.string(),
  /** Recovery codes, each valid once. They are sent only here. */
  backupCodes: z.array(z.string()),
});
export const recoveryCodes = z.object({ backupCodes: z.array(z.string()) });
export const totpRequest = z.object({ code: z.string().trim().min(1).max(20) });
/** The same for every address, so that it does not reveal which addresses have accounts. */
export const statusResponse = z.object({ status: z.literal(true) });
/** The answer to a request for a mailed link. */
export const mailRequestResponse = statusResponse.extend({
  /** The mail of a server without a mail server, which stores mails instead. */
  storedMail: z
    .object({
      /** The path of the link in the mail of a sign-up. Only for a browser on the server's own machine. */
      link: z.string().optional(),
    })
    .optional(),
});
export type StoredMail = NonNullable<z.infer<typeof mailRequestResponse>['storedMail']>;

export const signUpModes = ['open', 'invited'] as const;
export type SignUpMode = (typeof signUpModes)[number];

/** Who is signed in. No session is a normal response, not an error. */
export const me = z.object({
  user: z
    .object({
      id: z.string(),
      email: z.string(),
      /** Empty if none was entered. */
      name: z.string(),
      hasTwoFactor: z.boolean(),
      /** False: the account signs in with the identity provider alone. */
      hasPassword: z.boolean(),
    })
    .nullable(),
  /** The role in the agency's team. Null for an account outside of it. */
  role: role.nullable(),
  /** Whether the account has every company or chosen ones. Null for roles without companies. */
  companies: z.enum(companyChoices).nullable(),
  /** True: the account has a role, but its rights apply only after two-factor is turned on. */
  needsTwoFactor: z.boolean(),
  /**
   * How the first administrator is created: with the administrator access key or, where granting by key is off,
   * with a command on the server. Null once there is an administrator, and for requests without a session.
   */
  firstAdminBy: z.enum(['key', 'command']).nullable(),
  /** The name of the identity provider that accounts can sign in with; null without one. Also without a session. */
  identityProvider: z.string().nullable(),
  /** Who may sign up on this server: everyone, or only those whom an owner invites. */
  signUp: z.enum(signUpModes),
});
export type Me = z.infer<typeof me>;

export const grantAdminRequest = z.object({ email: accountEmail, accessKey: z.string().min(1).max(200) });
export const grantAdminResponse = z.object({ message: z.string() });

/** A browser that is signed in. Without the session's token, which is only in its cookie. */
export const signedInSession = z.object({
  id: z.string(),
  /** Browser and system, such as "Firefox on Windows". */
  device: z.string(),
  /** The network, without the part of the address that identifies the machine. */
  address: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  isCurrent: z.boolean(),
});
export const signedInSessions = z.object({ sessions: z.array(signedInSession) });
export type SignedInSession = z.infer<typeof signedInSession>;
