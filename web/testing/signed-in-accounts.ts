import type { Me } from '../../contract/account/accounts.ts';

export const signedOut: Me = {
  user: null,
  role: null,
  companies: null,
  needsTwoFactor: false,
  firstAdminBy: null,
  signUp: 'open',
  identityProvider: null,
};

const user = { id: 'u1', email: 'ada@agency.test', name: 'Ada', hasTwoFactor: false, hasPassword: true };
export const signedIn: Me = { ...signedOut, user };
export const signedInAdmin: Me = { ...signedIn, role: 'owner', companies: 'all' };
export const signedInManager: Me = { ...signedIn, role: 'manager', companies: 'chosen' };
export const signedInSupport: Me = { ...signedIn, role: 'support' };
