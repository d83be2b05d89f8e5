import { z } from 'zod';

/** Roles of the agency's team. An access to a portal needs none. */
export const roles = ['owner', 'manager', 'support'] as const;
export const role = z.enum(roles);
export type Role = z.infer<typeof role>;

/** Which companies a member has: every one, also future ones, or those that an owner chose. */
export const companyChoices = ['all', 'chosen'] as const;
export type CompanyChoice = (typeof companyChoices)[number];

interface Permission {
  roles: readonly Role[];
  /** For the table in `docs/roles.md`. */
  allows: string;
}

const everyone = roles;
const withCompanies = ['owner', 'manager'] as const;
const withInbox = ['owner', 'support'] as const;
const owners = ['owner'] as const;

/**
 * The only place that specifies the rights of each role. Every route behind the admin door names one of these, and a route of a
 * company also requires that the member has it. The pages show the same to a member.
 */
export const permissions = {
  'admin-live': { roles: everyone, allows: 'live updates of the own pages' },
  portals: { roles: withCompanies, allows: 'the portals of the own companies, as an administrator' },
  companies: { roles: withCompanies, allows: 'the own companies, and new ones' },
  'company-settings': { roles: withCompanies, allows: 'settings, goals and funnels of the own companies' },
  reports: { roles: withCompanies, allows: 'reports of the own companies and their recipients' },
  alerts: { roles: withCompanies, allows: 'alerts of the own companies and their recipients' },
  'company-access': { roles: withCompanies, allows: 'accesses, share links and tokens of the own companies' },
  openings: { roles: withCompanies, allows: 'who opened the portals of the own companies' },
  'shared-tokens': { roles: owners, allows: 'tokens of several or all companies' },
  'shop-data': { roles: withCompanies, allows: 'orders and shop connections of the own companies' },
  'company-deletion': { roles: owners, allows: 'deleting a company with all its data' },
  inbox: { roles: withInbox, allows: 'messages and demo requests' },
  mails: { roles: withInbox, allows: 'mails that could not be delivered' },
  purchases: { roles: withInbox, allows: 'orders of the agency' },
  'purchase-portals': { roles: owners, allows: 'the portal of a paid order' },
  'audit-log': { roles: owners, allows: 'who did what' },
  installation: { roles: owners, allows: 'facts about the server' },
  operation: { roles: owners, allows: 'backups, jobs and the health of the server' },
  'agency-alerts': { roles: owners, allows: 'alerts about the server, and those of all companies at once' },
  'report-template': { roles: owners, allows: 'what the reports of all companies contain' },
  'agency-settings': { roles: owners, allows: 'name, look, texts, prices and addresses of the agency' },
  team: { roles: owners, allows: 'members, their roles and team invitations' },
} as const satisfies Record<string, Permission>;
export type PermissionName = keyof typeof permissions;

/** Without a role there is no permission. */
export function hasPermission(given: Role | null, name: PermissionName): boolean {
  const { roles: allowed }: Permission = permissions[name];
  return given !== null && allowed.includes(given);
}
