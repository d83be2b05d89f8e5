import type { NewToken } from '../../../contract/company/tokens.ts';
import { createSharedToken, createToken } from '../../features/access/tokens/tokens.ts';
import { operator } from '../../platform/audit.ts';
import { type TestApp, testAppSecret } from '../test-app.ts';

/** Rights, filters and end of a token that a test cares about. */
export type TokenFields = Partial<Pick<NewToken, 'rights' | 'filters' | 'expiresAt'>>;

const toWanted = ({ rights, filters = [], expiresAt = null }: TokenFields) => ({
  name: 'Shop',
  ...{ filters, expiresAt },
  rights: rights ?? (['dashboard', 'money', 'orders', 'export'] as NewToken['rights']),
});

/** The secret of a new token of a company that reports and lists orders, unless other rights are given. */
export async function anOrderToken(
  t: TestApp,
  companyId: string,
  rights: NewToken['rights'] = ['money', 'orders', 'write-orders'],
): Promise<string> {
  return aToken(t, companyId, { rights });
}

/** The secret of a new token of a company, by default with every right to read. */
export async function aToken(t: TestApp, companyId: string, fields: TokenFields = {}): Promise<string> {
  const deps = { db: t.db, appSecret: testAppSecret };
  return (await createToken(deps, companyId, toWanted(fields), { by: operator })).secret;
}

/** The secret of a new token of several or all companies. */
export async function aSharedToken(
  t: TestApp,
  companies: 'all' | string[],
  fields: TokenFields = {},
): Promise<string> {
  const deps = { db: t.db, appSecret: testAppSecret };
  return (await createSharedToken(deps, { ...toWanted(fields), companies }, { by: operator })).secret;
}
