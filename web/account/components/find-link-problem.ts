import { ApiError } from '../../api/client.ts';

const titles = {
  'link-invalid': 'This link does not work',
  'link-expired': 'This link is too old',
  'link-used': 'This link was used before',
} as const;

/** Why a link from a mail does not work. */
export interface LinkProblem {
  title: string;
  reason: string;
  code: keyof typeof titles;
}

/** The address of the page lacks its token. */
export const missingToken: LinkProblem = {
  title: titles['link-invalid'],
  reason: 'A part of it is missing. Open it from the mail again, or copy all of it.',
  code: 'link-invalid',
};

/** Undefined if the error is about something else. */
export function findLinkProblem(error: unknown): LinkProblem | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { code, message: reason } = error;
  if (code === 'link-invalid' || code === 'link-expired' || code === 'link-used')
    return { title: titles[code], reason, code };
  // No link has a token of this form.
  return code === 'invalid-request' ? missingToken : undefined;
}
