import { randomUUID } from 'node:crypto';
import { createdAccess } from '../../../contract/company/accesses.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { send, type TestAccount } from '../accounts/accounts.ts';
import { aCompany } from '../builders.ts';
import type { TestApp } from '../test-app.ts';
import type { MakeRequest } from './creating-request.ts';

const person = { kind: 'person', name: 'Mia Sand', rights: ['dashboard'] };

async function aPerson(t: TestApp, { cookie }: TestAccount, email: string) {
  const { company } = await aCompany(t.db);
  const answer = await send(t, apiPaths.accesses(company.id), { ...person, email }, { cookie });
  return { companyId: company.id, accessId: createdAccess.parse(answer.json()).access.id };
}

async function count(t: TestApp, sql: string, value: string): Promise<number> {
  const found = await t.db.query<{ count: number }>(`SELECT count(*) FROM ${sql}`, [value]);
  return found.rows[0]?.count ?? 0;
}

const countAudited = (t: TestApp, companyId: string, action: string) =>
  count(t, `audit_log WHERE object_id = $1 AND action = '${action}'`, companyId);

/** The requests about accesses that support an Idempotency-Key. */
export const creatingAccessRequests: Record<string, MakeRequest> = {
  'POST /api/companies/:companyId/accesses': async (t, { cookie }) => {
    const { company } = await aCompany(t.db);
    const email = `${randomUUID()}@client.test`;
    const body = { ...person, email, sendsInvitation: true };
    return {
      path: apiPaths.accesses(company.id),
      body,
      cookie,
      other: { body: { ...body, name: 'Ben Reed' } },
      count: async () => ({
        rows: await count(t, `accesses WHERE company_id = $1 AND kind = 'person'`, company.id),
        mails: await count(t, 'mails WHERE recipient = $1', email),
        audited: await countAudited(t, company.id, 'access.created'),
      }),
      one: { rows: 1, mails: 1, audited: 1 },
      lastTable: 'audit_log',
    };
  },

  'POST /api/companies/:companyId/accesses/:accessId/link': async (t, admin) => {
    const email = `${randomUUID()}@client.test`;
    const { companyId, accessId } = await aPerson(t, admin, email);
    return {
      path: apiPaths.accessLink(companyId, accessId),
      body: { sendsMail: true },
      cookie: admin.cookie,
      other: { body: { sendsMail: false } },
      count: async () => ({
        // The link that the access was created with is not counted.
        rows: (await count(t, 'access_links WHERE access_id = $1', accessId)) - 1,
        mails: await count(t, 'mails WHERE recipient = $1', email),
        audited: await countAudited(t, companyId, 'access.link-created'),
      }),
      one: { rows: 1, mails: 1, audited: 1 },
      lastTable: 'audit_log',
    };
  },

  'POST /api/companies/:companyId/accesses/:accessId/renew': async (t, admin) => {
    const { companyId, accessId } = await aPerson(t, admin, `${randomUUID()}@client.test`);
    const another = await aPerson(t, admin, `${randomUUID()}@client.test`);
    return {
      path: apiPaths.renewAccess(companyId, accessId),
      body: {},
      cookie: admin.cookie,
      other: { path: apiPaths.renewAccess(another.companyId, another.accessId) },
      count: async () => ({
        rows: (await count(t, 'access_keys WHERE access_id = $1', accessId)) - 1,
        audited: await countAudited(t, companyId, 'access.renewed'),
      }),
      one: { rows: 1, audited: 1 },
      lastTable: 'audit_log',
    };
  },
};
