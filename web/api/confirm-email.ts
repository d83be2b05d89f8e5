import { nothing, postAuth } from './auth-call.ts';

export const confirmEmail = (token: string) => postAuth('verify-email', { token }, nothing);

/** The link of the first mail once more, if the address waits for one. */
export const sendConfirmation = (email: string) => postAuth('send-verification-email', { email }, nothing);
