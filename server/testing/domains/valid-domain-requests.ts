import { apiPaths } from '../../../contract/paths.ts';
import { aCompany } from '../builders.ts';
import type { RequestFixture, ValidRequest } from '../requests/valid/valid-request.ts';
import { addHost, aHostName } from './own-domain.ts';

const toCompanyHost =
  (path: (companyId: string, id: string) => string) =>
  async ({ t, admin }: RequestFixture) => {
    const companyId = (await aCompany(t.db)).company.id;
    return { url: path(companyId, (await addHost(t, { admin, companyId }, aHostName())).id) };
  };

/** An address of the agency, of which there may be only a few. */
async function anAgencyHost({ t, admin }: RequestFixture): Promise<string> {
  await t.db.query('DELETE FROM custom_domains WHERE company_id IS NULL');
  return (await addHost(t, { admin, companyId: null }, aHostName())).id;
}

/** Own addresses of portals, and checks of sites. No test of these waits for a name server of others. */
export const domainRequests: Record<string, ValidRequest> = {
  'GET /api/companies/:companyId/site-check': {},
  'POST /api/companies/:companyId/site-check': {
    body: { url: 'https://shop.test/contact' },
    // An address of this machine, which is refused without asking a name server.
    override: async ({ t }) => {
      const { company } = await aCompany(t.db, { domain: '127.0.0.1' });
      return { url: apiPaths.siteCheck(company.id), body: {} };
    },
  },
  'GET /api/domains': {},
  'POST /api/domains': {
    status: 201,
    body: { host: 'portal.client.example' },
    override: async ({ t }) => {
      await t.db.query('DELETE FROM custom_domains WHERE company_id IS NULL');
      return { body: { host: aHostName() } };
    },
  },
  'DELETE /api/domains/:domainId': {
    status: 204,
    override: async (fixture) => ({ url: apiPaths.domain(await anAgencyHost(fixture)) }),
  },
  'POST /api/domains/:domainId/check': {
    override: async (fixture) => ({ url: apiPaths.checkDomain(await anAgencyHost(fixture)) }),
  },
  'GET /api/companies/:companyId/domains': {},
  'POST /api/companies/:companyId/domains': {
    status: 201,
    body: { host: 'stats.client.example' },
    override: async ({ t }) => ({
      url: apiPaths.companyDomains((await aCompany(t.db)).company.id),
      body: { host: aHostName() },
    }),
  },
  'DELETE /api/companies/:companyId/domains/:domainId': {
    status: 204,
    override: toCompanyHost(apiPaths.companyDomain),
  },
  'POST /api/companies/:companyId/domains/:domainId/check': {
    override: toCompanyHost(apiPaths.checkCompanyDomain),
  },
};
