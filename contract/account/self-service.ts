import { z } from 'zod';
import { cleanLine } from '../rules/text.ts';
import { accountEmail, linkToken, passwordText, proofCode } from './accounts.ts';
import { roles } from './roles.ts';

export const nameMax = 100;

/**
 * Confirms who is signed in. An account without a password leaves it out, and needs a recent sign-in in its place.
 */
const proof = { password: passwordText.optional(), code: proofCode.optional() };
export type AccountProof = z.infer<z.ZodObject<typeof proof>>;

/** An empty name removes it. */
export const changeNameRequest = z.object({ name: cleanLine(nameMax) });

export const changePasswordRequest = z.object({
  password: passwordText,
  code: proofCode.optional(),
  newPassword: passwordText,
});
export type ChangePasswordRequest = z.infer<typeof changePasswordRequest>;

export const changeAddressRequest = z.object({ newEmail: accountEmail, ...proof });
export type ChangeAddressRequest = z.infer<typeof changeAddressRequest>;
export const confirmAddressRequest = z.object({ token: linkToken });
export const confirmedAddress = z.object({ email: z.string() });

/** A new address that waits until the link mailed to it is used. */
const addressChange = z.object({
  newEmail: z.string(),
  requestedAt: z.iso.datetime(),
  /** When the link expires. */
  expiresAt: z.iso.datetime(),
});
export const pendingAddress = z.object({ pending: addressChange.nullable() });
export type PendingAddress = z.infer<typeof pendingAddress>;

/** The address of the account, typed to confirm its deletion. */
export const deleteAccountRequest = z.object({ email: z.string().max(300), ...proof });
export type DeleteAccountRequest = z.infer<typeof deleteAccountRequest>;

const at = z.iso.datetime();
/** The file with everything that is stored about the owner of an account, without secrets. */
export const accountData = z.object({
  createdAt: at,
  account: z.object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    isAddressConfirmed: z.boolean(),
    hasTwoFactor: z.boolean(),
    createdAt: at,
    changedAt: at,
  }),
  /** The place in the team. `companies`: those of a manager, by name. */
  role: z
    .object({
      role: z.enum(roles),
      since: at,
      companies: z.union([z.literal('all'), z.array(z.string())]).nullable(),
    })
    .nullable(),
  /** `password`, or an identity provider with the id that it has for this person. */
  signInMethods: z.array(z.object({ kind: z.string(), id: z.string().nullable(), since: at })),
  sessions: z.array(
    z.object({
      browser: z.string(),
      network: z.string(),
      signedInAt: at,
      createdAt: at,
      lastUsedAt: at,
      expiresAt: at,
    }),
  ),
  pendingAddress: addressChange.nullable(),
  /** The newest audit log entries of this account's actions. */
  actions: z.array(z.object({ at, action: z.string(), object: z.string(), network: z.string() })),
  /** Mails to the address, without their text. */
  mails: z.array(z.object({ subject: z.string(), state: z.string(), createdAt: at, sentAt: at.nullable() })),
});
export type AccountData = z.infer<typeof accountData>;
