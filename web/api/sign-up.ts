import { nothing, postAuth } from './auth-call.ts';

/** Known and unknown addresses have the same answer; what to do next is in the mail. */
export const signUp = (email: string, password: string) =>
  postAuth('sign-up/email', { name: email, email, password, callbackURL: '/admin' }, nothing);
