import type { z } from 'zod';
import type { mailRequestResponse } from '../../../contract/account/accounts.ts';
import type {
  MyPortal,
  myPortals,
  VerifyAccessResponse,
  verifyAccessResponse,
} from '../../../contract/company/access.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { asAnswer, getJson, postJson, sendPost } from '../../api/client.ts';
import { companyKey, queryClient } from '../../api/query-client.ts';

/** @throws {ApiError} with the code `invalid-access-key` if no company has this key. */
export async function verifyAccess(accessKey: string): Promise<VerifyAccessResponse> {
  const answer = await postJson(
    apiPaths.verifyCompanyAccess,
    { accessKey },
    { parse: asAnswer<z.output<typeof verifyAccessResponse>>() },
  );
  // Cached errors from before this key was entered no longer apply.
  queryClient.removeQueries({ queryKey: companyKey(answer.id) });
  return answer;
}

/**
 * Opens a portal with the token of a mailed link, which works once.
 * @throws {ApiError} with the code `link-used`, `link-expired` or `link-invalid` if it opens nothing.
 */
export async function openPortalLink(token: string): Promise<VerifyAccessResponse> {
  const answer = await postJson(
    apiPaths.openPortalLink,
    { token },
    { parse: asAnswer<z.output<typeof verifyAccessResponse>>() },
  );
  queryClient.removeQueries({ queryKey: companyKey(answer.id) });
  return answer;
}

/**
 * Asks for a mail with new links to the portals of an address. Resolves the same way for every address: with whether this
 * server stores mails instead of sending them.
 */
export async function requestNewLinks(email: string): Promise<{ isMailStored: boolean }> {
  const { storedMail } = await postJson(
    apiPaths.newPortalLinks,
    { email },
    { parse: asAnswer<z.output<typeof mailRequestResponse>>() },
  );
  return { isMailStored: storedMail !== undefined };
}

/** The portals this browser may open, sorted by name. */
export async function listMyPortals(signal: AbortSignal): Promise<MyPortal[]> {
  return (await getJson(apiPaths.myPortals, { parse: asAnswer<z.output<typeof myPortals>>(), signal }))
    .portals;
}

/** Ends this browser's access to a portal and removes what was loaded of it. */
export async function signOutOfPortal(companyId: string): Promise<void> {
  await sendPost(apiPaths.portalSignOut(companyId));
  queryClient.removeQueries({ queryKey: companyKey(companyId) });
}
