import { signViewerCookie, viewerCookieName } from '../../server/features/access/viewer-cookie.ts';
import { appSecret, type Northlight } from '../northlight.ts';

/**
 * Returns a function that creates cookie headers of portal viewers of a company, each a separate session. Seals them
 * as the server does, because entering an access key is limited to ten attempts a minute.
 */
export async function createViewerCookies(
  northlight: Pick<Northlight, 'client'>,
  companyId: string,
  isSecure = false,
): Promise<() => string> {
  const found = await northlight.client.query<{ id: string }>(
    'SELECT id FROM access_keys WHERE company_id = $1 AND sealed IS NOT NULL AND ends_at IS NULL',
    [companyId],
  );
  const keyId = found.rows[0]?.id;
  if (keyId === undefined) throw new Error(`the company ${companyId} has no access key`);
  const name = viewerCookieName(companyId, isSecure);
  return () => `${name}=${signViewerCookie(appSecret, { companyId, keyId }, new Date())}`;
}
