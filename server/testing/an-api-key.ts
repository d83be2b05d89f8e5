import { createApiKey } from '../features/order-api/api-keys.ts';
import { operator } from '../platform/audit.ts';
import { type TestApp, testAppSecret } from './test-app.ts';

/** A new API key of a company. */
export async function anApiKey(t: TestApp, companyId: string): Promise<string> {
  const { key } = await createApiKey({ db: t.db, appSecret: testAppSecret }, companyId, 'Shop', operator);
  return key;
}
