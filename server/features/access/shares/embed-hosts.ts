import { isId } from '../../../../contract/rules/is-id.ts';
import type { Db } from '../../../db/client.ts';
import { listEmbedHostNames } from './shares.queries.ts';

/**
 * The hosts whose pages may show a share link in a frame. None for one that does not exist or work, or of another company
 * than that of the host, and where the database cannot answer: the page itself then shows it.
 */
export async function listEmbedHosts(
  db: Db,
  { accessId, onlyCompany }: { accessId: string; onlyCompany: string | undefined },
): Promise<string[]> {
  if (!isId(accessId)) return [];
  return listEmbedHostNames(db, { accessId, onlyCompany, now: new Date() }).catch(() => []);
}
