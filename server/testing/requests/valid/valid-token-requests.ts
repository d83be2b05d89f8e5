import { apiPaths } from '../../../../contract/paths.ts';
import { createToken, replaceToken } from '../../../features/access/tokens/tokens.ts';
import { operator } from '../../../platform/audit.ts';
import { aCompany } from '../../builders.ts';
import { aSharedToken } from '../../shop/a-token.ts';
import { testAppSecret } from '../../test-app.ts';
import type { RequestFixture, ValidRequest } from './valid-request.ts';

const wanted = {
  name: 'Reports',
  rights: ['dashboard', 'money'],
  filters: ['host:is:shop.test'],
  expiresAt: null,
};

/** A token of a new company: malformed requests may have filled up the managed one. */
async function aTokenId({ t }: RequestFixture, isReplaced = false) {
  const deps = { db: t.db, appSecret: testAppSecret };
  const companyId = (await aCompany(t.db)).company.id;
  const rights: ['dashboard'] = ['dashboard'];
  const fields = { name: 'Reports', rights, filters: [], expiresAt: null };
  const { token } = await createToken(deps, companyId, fields, { by: operator });
  if (isReplaced) await replaceToken(deps, { companyId, tokenId: token.id, by: operator });
  return { companyId, tokenId: token.id };
}

const ofCompany = (toUrl: (companyId: string, tokenId: string) => string, isReplaced?: boolean) => ({
  override: async (fixture: RequestFixture) => {
    const { companyId, tokenId } = await aTokenId(fixture, isReplaced);
    return { url: toUrl(companyId, tokenId) };
  },
});

async function aSharedTokenId({ t }: RequestFixture, isReplaced = false): Promise<string> {
  await aSharedToken(t, 'all');
  const { rows } = await t.db.query<{ id: string }>(
    'SELECT id FROM accesses WHERE has_all_companies ORDER BY created_at DESC LIMIT 1',
  );
  const tokenId = rows[0]?.id ?? '';
  const deps = { db: t.db, appSecret: testAppSecret };
  if (isReplaced) await replaceToken(deps, { companyId: null, tokenId, by: operator });
  return tokenId;
}

const ofSeveral = (toUrl: (tokenId: string) => string, isReplaced?: boolean) => ({
  override: async (fixture: RequestFixture) => ({ url: toUrl(await aSharedTokenId(fixture, isReplaced)) }),
});

/** Tokens of programs. */
export const tokenRequests: Record<string, ValidRequest> = {
  'GET /api/companies/:companyId/tokens': {},
  'POST /api/companies/:companyId/tokens': {
    body: wanted,
    status: 201,
    override: async ({ t }) => ({ url: apiPaths.companyTokens((await aCompany(t.db)).company.id) }),
  },
  'POST /api/companies/:companyId/tokens/:tokenId/replace': {
    status: 201,
    ...ofCompany(apiPaths.replaceCompanyToken),
  },
  'DELETE /api/companies/:companyId/tokens/:tokenId/replaced': {
    status: 204,
    ...ofCompany(apiPaths.replacedCompanyToken, true),
  },
  'DELETE /api/companies/:companyId/tokens/:tokenId': { status: 204, ...ofCompany(apiPaths.companyToken) },
  'GET /api/tokens': {},
  'POST /api/tokens': { body: { ...wanted, companies: 'all' }, status: 201 },
  'POST /api/tokens/:tokenId/replace': { status: 201, ...ofSeveral(apiPaths.replaceToken) },
  'DELETE /api/tokens/:tokenId/replaced': { status: 204, ...ofSeveral(apiPaths.replacedToken, true) },
  'DELETE /api/tokens/:tokenId': { status: 204, ...ofSeveral(apiPaths.token) },
  'GET /api/v1/companies': {
    override: ({ token }) => ({ headers: { authorization: `Bearer ${token}` } }),
  },
};
