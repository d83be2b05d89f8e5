import type { Me } from '../../contract/account/accounts.ts';

export const signedOut: Me = { user: null, role: null, needsTwoFactor: false, firstAdminBy: null };

const user = { id: 'u1', email: 'ada@agency.test', hasTwoFactor: false };
export const signedIn: Me = { user, role: null, needsTwoFactor: false, firstAdminBy: null };
export const signedInAdmin: Me = { user, role: 'admin', needsTwoFactor: false, firstAdminBy: null };
