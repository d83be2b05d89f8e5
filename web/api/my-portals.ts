import { type MyPortal, myPortals } from '../../contract/access.ts';
import { apiPaths } from '../../contract/paths.ts';
import { getJson, sendPost } from './client.ts';
import { companyKey } from './company.ts';
import { queryClient } from './query-client.ts';

/** The portals this browser may open, by name. */
export async function listMyPortals(signal: AbortSignal): Promise<MyPortal[]> {
  return (await getJson(apiPaths.myPortals, { parse: myPortals.parse, signal })).portals;
}

/** Ends this browser's access to a portal, and forgets what was loaded of it. */
export async function signOutOfPortal(companyId: string): Promise<void> {
  await sendPost(apiPaths.portalSignOut(companyId));
  queryClient.removeQueries({ queryKey: companyKey(companyId) });
}
