import { ApiError } from '../../api/client.ts';

const titles = {
  'link-wrong': 'This link does not work',
  'link-expired': 'This link is too old',
  'link-used': 'This link was used before',
} as const;

/** What is the matter with a link from a mail; undefined when the failure is about something else. */
export interface LinkTrouble {
  title: string;
  why: string;
  is: keyof typeof titles;
}

/** The address of the page lacks its token. */
export const cutLink: LinkTrouble = {
  title: titles['link-wrong'],
  why: 'A part of it is missing. Open it from the mail again, or copy all of it.',
  is: 'link-wrong',
};

export function findLinkTrouble(error: unknown): LinkTrouble | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { code, message: why } = error;
  if (code === 'link-wrong' || code === 'link-expired' || code === 'link-used')
    return { title: titles[code], why, is: code };
  // A token no link of ours could have.
  return code === 'invalid-request' ? cutLink : undefined;
}
