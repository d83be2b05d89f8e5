import { z } from 'zod';
import { companyId } from '../company/companies.ts';
import { accountEmail, linkToken, passwordText } from './accounts.ts';
import { role } from './roles.ts';

/** The companies of one member that can be chosen one by one. */
const chosenCompaniesMax = 1_000;
/** How long the mailed link of an invitation works. */
export const invitationDays = 7;

const companyList = z.array(companyId).max(chosenCompaniesMax);

const rights = {
  role,
  /** For a manager: every company, or the ids of the chosen ones. Null for the other roles. */
  companies: z.union([z.literal('all'), companyList]).nullable(),
};

interface GivenRights {
  role: z.infer<typeof role>;
  companies: 'all' | string[] | null;
}

/** Only a manager has chosen companies, and never by leaving them out. */
function requireCompaniesOfManager({ role, companies }: GivenRights, context: z.RefinementCtx): void {
  if ((role === 'manager') === (companies !== null)) return;
  const message =
    role === 'manager'
      ? 'Choose the companies of this manager, or all of them.'
      : 'Only a manager has chosen companies.';
  context.addIssue({ code: 'custom', message, path: ['companies'] });
}

export const memberRights = z.object(rights).superRefine(requireCompaniesOfManager);
export type MemberRights = z.infer<typeof memberRights>;
export const newInvitation = z
  .object({ email: accountEmail, ...rights })
  .superRefine(requireCompaniesOfManager);
export type NewInvitation = z.infer<typeof newInvitation>;

const named = z.object({ id: companyId, name: z.string() });
const shownRights = {
  role,
  /** Null for roles without companies. */
  companies: z.union([z.literal('all'), z.array(named)]).nullable(),
};

export const teamMember = z.object({
  id: z.string(),
  email: z.string(),
  ...shownRights,
  since: z.iso.datetime(),
  lastSignInAt: z.iso.datetime().nullable(),
  hasTwoFactor: z.boolean(),
});
export type TeamMember = z.infer<typeof teamMember>;

/** An invitation that was neither used nor withdrawn. */
export const teamInvitation = z.object({
  id: z.uuid(),
  email: z.string(),
  ...shownRights,
  /** The address of the owner who sent it. */
  invitedBy: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type TeamInvitation = z.infer<typeof teamInvitation>;

export const team = z.object({
  members: z.array(teamMember),
  invitations: z.array(teamInvitation),
  /** Without a mail server invitations are files on the server, and someone has to send their links. */
  storesMails: z.boolean(),
});
export type Team = z.infer<typeof team>;

/** The library's ids of accounts are not UUIDs. */
export const memberParams = z.object({ userId: z.string().regex(/^[\w-]{1,100}$/) });
export const invitationParams = z.object({ invitationId: z.uuid().toLowerCase() });

export const invitationRequest = z.object({ token: linkToken });
/** The invitation, as the holder of its mailed link sees it before accepting. */
export const openInvitation = z.object({
  email: z.string(),
  role,
  /** Every company, or the number of chosen ones. Null for roles without companies. */
  companies: z.union([z.literal('all'), z.number().int().nonnegative()]).nullable(),
  /** Whether this address signs in to accept it, or chooses a password. */
  hasAccount: z.boolean(),
});
export type OpenInvitation = z.infer<typeof openInvitation>;
/** With a password for an address without an account; with the session of the invited address otherwise. */
export const joinRequest = z.object({ token: linkToken, password: passwordText.optional() });
