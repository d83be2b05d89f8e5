import { type ApiKeyScope, apiKeyScopes } from '../../../contract/shop/api-keys.ts';
import { createApiKey } from '../../features/shop-orders/api-keys/api-keys.ts';
import { operator } from '../../platform/audit.ts';
import { type TestApp, testAppSecret } from '../test-app.ts';

/** A new API key of a company, by default with all scopes. */
export async function anApiKey(
  t: TestApp,
  companyId: string,
  scopes: ApiKeyScope[] = [...apiKeyScopes],
): Promise<string> {
  const deps = { db: t.db, appSecret: testAppSecret };
  const { key } = await createApiKey(deps, companyId, { name: 'Shop', scopes }, operator);
  return key;
}
