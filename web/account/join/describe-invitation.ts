import type { OpenInvitation } from '../../../contract/account/team.ts';

/** The rights of the invited person, as the end of a sentence. */
export function describeInvitation({ role, companies }: Pick<OpenInvitation, 'role' | 'companies'>): string {
  if (role === 'owner') return 'as an owner, with all companies, the inbox, orders and the team';
  if (role === 'support') return 'for support, with the inbox and orders';
  if (companies === 'all') return 'as a manager of all companies';
  if (companies === null || companies === 0) return 'as a manager, so far without companies';
  return `as a manager of ${companies === 1 ? '1 company' : `${companies} companies`}`;
}
