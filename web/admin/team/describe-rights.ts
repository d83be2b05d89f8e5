import { type Role, roles } from '../../../contract/account/roles.ts';
import type { TeamMember } from '../../../contract/account/team.ts';

export const roleLabels: Record<Role, string> = { owner: 'Owner', manager: 'Manager', support: 'Support' };

export const roleHints: Record<Role, string> = {
  owner: 'Everything, also the team, the activity and deleting companies.',
  manager: 'Companies, their settings, access and portals. No inbox and no orders of the agency.',
  support: 'The inbox, mails that failed and orders of the agency. No companies.',
};

export const roleOptions = roles.map((value) => ({ value, label: roleLabels[value] }));

/** The companies in one line; empty for a role without companies. */
export function describeCompanies(companies: TeamMember['companies']): string {
  if (companies === null) return '';
  if (companies === 'all') return 'All companies';
  return companies.length === 0 ? 'No company yet' : companies.map(({ name }) => name).join(', ');
}
