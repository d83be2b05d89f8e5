import { randomUUID } from 'node:crypto';
import { createdToken } from '../../../contract/company/tokens.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { send } from '../accounts/accounts.ts';
import { aCompany } from '../builders.ts';
import type { TestApp } from '../test-app.ts';
import { type MakeRequest, toCount } from './creating-request.ts';

const wanted = { name: 'Reports', rights: ['dashboard'], filters: [] };

const countSecrets = (t: TestApp, name: string) =>
  toCount(t, 'access_keys k JOIN accesses a ON a.id = k.access_id WHERE a.name = $1', name);

const countEntries = (t: TestApp, action: string, name: string) =>
  toCount(t, `audit_log WHERE action = '${action}' AND object LIKE $1 || '%'`, name);

const aNewToken =
  (isShared: boolean): MakeRequest =>
  async (t, { cookie }) => {
    const body = { ...wanted, name: randomUUID(), ...(isShared ? { companies: 'all' } : {}) };
    return {
      path: isShared ? apiPaths.tokens : apiPaths.companyTokens((await aCompany(t.db)).company.id),
      body,
      cookie,
      other: { body: { ...body, rights: ['orders'] } },
      count: async () => ({
        rows: await countSecrets(t, body.name),
        audited: await countEntries(t, 'token.created', body.name),
      }),
      one: { rows: 1, audited: 1 },
      lastTable: 'audit_log',
    };
  };

const aReplacement =
  (isShared: boolean): MakeRequest =>
  async (t, { cookie }) => {
    const companyId = (await aCompany(t.db)).company.id;
    const list = isShared ? apiPaths.tokens : apiPaths.companyTokens(companyId);
    const toPath = (tokenId: string) =>
      isShared ? apiPaths.replaceToken(tokenId) : apiPaths.replaceCompanyToken(companyId, tokenId);
    const create = async (name: string) => {
      const body = { ...wanted, name, ...(isShared ? { companies: [companyId] } : {}) };
      return toPath(createdToken.parse((await send(t, list, body, { cookie })).json()).token.id);
    };
    const name = randomUUID();
    return {
      path: await create(name),
      body: {},
      cookie,
      other: { path: await create(randomUUID()) },
      count: async () => ({
        // The secret that the token was created with is not counted.
        rows: (await countSecrets(t, name)) - 1,
        audited: await countEntries(t, 'token.replaced', name),
      }),
      one: { rows: 1, audited: 1 },
      lastTable: 'audit_log',
    };
  };

export const creatingTokenRequests: Record<string, MakeRequest> = {
  'POST /api/companies/:companyId/tokens': aNewToken(false),
  'POST /api/companies/:companyId/tokens/:tokenId/replace': aReplacement(false),
  'POST /api/tokens': aNewToken(true),
  'POST /api/tokens/:tokenId/replace': aReplacement(true),
};
