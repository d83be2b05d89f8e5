import type { z } from 'zod';
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
