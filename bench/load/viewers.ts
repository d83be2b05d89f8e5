import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { signViewerCookie, viewerCookieName } from '../../server/features/access/viewer-cookie.ts';
import type { Product } from '../product.ts';

/**
 * Cookie headers of browsers that entered the company's key, each a session of its own. Sealed here
 * as the server seals them: entering a key is limited to ten a minute.
 */
export async function makeViewers(product: Product, companyId: string): Promise<() => string> {
  const appSecret = readFileSync(join(product.dataDir, 'secrets', 'app-secret'), 'utf8').trim();
  const found = await product.client.query<{ id: string }>(
    'SELECT id FROM access_keys WHERE company_id = $1 AND revoked_at IS NULL',
    [companyId],
  );
  const keyId = found.rows[0]?.id;
  if (keyId === undefined) throw new Error(`the company ${companyId} has no access key`);
  const name = viewerCookieName(companyId, false);
  return () => `${name}=${signViewerCookie(appSecret, { companyId, keyId }, new Date())}`;
}
