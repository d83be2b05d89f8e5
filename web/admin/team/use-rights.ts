import { useState } from 'react';
import type { CompanyChoice, Role } from '../../../contract/account/roles.ts';
import type { MemberRights, TeamMember } from '../../../contract/account/team.ts';

export interface RightsState {
  role: Role;
  choice: CompanyChoice;
  /** The ids of the chosen companies, also while another choice is shown. */
  chosen: ReadonlySet<string>;
}

/** The values of the fields for a member's rights, and the form that the API needs. */
export function useRights(given: Pick<TeamMember, 'role' | 'companies'>) {
  const [state, setState] = useState<RightsState>({
    role: given.role,
    // Never everything by default.
    choice: given.companies === 'all' ? 'all' : 'chosen',
    chosen: new Set(Array.isArray(given.companies) ? given.companies.map(({ id }) => id) : []),
  });
  const change = (part: Partial<RightsState>) => setState((before) => ({ ...before, ...part }));
  const toRights = (): MemberRights => ({
    role: state.role,
    companies: state.role !== 'manager' ? null : state.choice === 'all' ? 'all' : [...state.chosen],
  });
  return { state, change, toRights };
}
