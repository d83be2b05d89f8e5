import { createdAccess } from '../../../../contract/company/accesses.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { send } from '../../accounts/accounts.ts';
import type { RequestFixture, ValidRequest } from './valid-request.ts';

const person = { kind: 'person', name: 'Mia Sand', email: 'mia@client.test', rights: ['dashboard', 'money'] };

/** A new access of a person. */
async function aPerson({ t, admin, companyId }: RequestFixture) {
  const answer = await send(t, apiPaths.accesses(companyId), person, { cookie: admin.cookie });
  const { access, link } = createdAccess.parse(answer.json());
  return { companyId, accessId: access.id, token: new URL(link.url).hash.slice(1) };
}

type AccessPath = (companyId: string, accessId: string) => string;

const toPerson = (path: AccessPath) => async (fixture: RequestFixture) => {
  const { companyId, accessId } = await aPerson(fixture);
  return { url: path(companyId, accessId) };
};

/** Accesses of people, their links, and who opened which portal. */
export const accessRequests: Record<string, ValidRequest> = {
  'POST /api/portal-links/open': {
    body: { token: 'x'.repeat(32) },
    override: async (fixture) => ({ body: { token: (await aPerson(fixture)).token } }),
  },
  'POST /api/portal-links': { body: { email: 'mia@client.test' } },
  'GET /api/companies/:companyId/accesses': {},
  'POST /api/companies/:companyId/accesses': {
    status: 201,
    body: { ...person, filters: ['host:is:shop.test'], expiresAt: null, sendsInvitation: true },
  },
  'PATCH /api/companies/:companyId/accesses/:accessId': {
    body: { name: 'Mia', email: null, rights: ['orders'], filters: [], expiresAt: null },
    override: toPerson(apiPaths.access),
  },
  'DELETE /api/companies/:companyId/accesses/:accessId': {
    status: 204,
    override: toPerson(apiPaths.access),
  },
  'GET /api/companies/:companyId/accesses/:accessId/key': { override: toPerson(apiPaths.accessKey) },
  'POST /api/companies/:companyId/accesses/:accessId/link': {
    status: 201,
    body: { sendsMail: true },
    override: toPerson(apiPaths.accessLink),
  },
  'POST /api/companies/:companyId/accesses/:accessId/renew': { override: toPerson(apiPaths.renewAccess) },
  'GET /api/portal-openings': {},
  'GET /api/portal-openings.csv': {},
  'GET /api/companies/:companyId/portal-openings': {},
  'GET /api/companies/:companyId/portal-openings.csv': {},
};
