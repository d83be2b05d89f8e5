import type { FastifyRequest } from 'fastify';
import { mailRequestResponse, statusResponse } from '../../../../contract/account/accounts.ts';
import { errorBody } from '../../../../contract/errors.ts';
import type { Accounts } from '../accounts.ts';

export interface MailedLinksDeps {
  accounts: Accounts;
  /** True without a mail server: mails are files on the disk of this machine. */
  storesMails: boolean;
  /** Whether the sender can read those files anyway, because the request comes from this machine. */
  mayReadMails: (request: FastifyRequest) => boolean;
}

export const responses = { 200: statusResponse, 400: errorBody, 429: errorBody };
export const mailResponses = { ...responses, 200: mailRequestResponse };
/** Responses to requests that may require a solved challenge. */
export const challengedResponses = { ...mailResponses, 428: errorBody };
export const isDone = { status: true } as const;

/**
 * The answer to a request that mails a link.
 * @param token In the link of a sign-up. The token of a password reset is in its mail alone.
 */
export function toMailAnswer(deps: MailedLinksDeps, request: FastifyRequest, token?: string) {
  if (!deps.storesMails) return isDone;
  const isShown = token !== undefined && deps.mayReadMails(request);
  return { ...isDone, storedMail: isShown ? { link: `/auth/confirm?token=${token}` } : {} };
}
