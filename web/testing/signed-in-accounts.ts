import type { Me } from '../../contract/account/accounts.ts';

const noRole = { role: null, needsTwoFactor: false, firstAdminBy: null, identityProvider: null };

export const signedOut: Me = { user: null, ...noRole };

const user = { id: 'u1', email: 'ada@agency.test', name: 'Ada', hasTwoFactor: false, hasPassword: true };
export const signedIn: Me = { user, ...noRole };
export const signedInAdmin: Me = { user, ...noRole, role: 'admin' };
