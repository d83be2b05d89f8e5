import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { createdShare } from '../../../../contract/company/shares.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { purchaseList } from '../../../../contract/public/purchases.ts';
import { anEmail, send } from '../../accounts/accounts.ts';
import { aMember, anInvitation } from '../../accounts/team.ts';
import { aCompany, publicOrigin } from '../../builders.ts';
import { messageForms } from '../../message-forms.ts';
import { aFailedJob } from '../../operation/failed-jobs.ts';
import { anOpenCheckout, submitTestCheckout } from '../../purchases/purchases.ts';
import { created, type RequestFixture, type ValidRequest } from './valid-request.ts';

const shop = { name: 'Test Shop', domain: 'shop.test', description: '', allowDuplicate: true };
const support = { role: 'support', companies: null } as const;
const note = { date: '2026-10-05', time: '09:30', text: 'Campaign started' };

/** An administrator's request about a new note. */
async function toNote({ t, admin, companyId }: RequestFixture) {
  const answer = await t.app.inject({
    method: 'POST',
    url: apiPaths.notes(companyId),
    headers: { origin: publicOrigin, cookie: admin.cookie },
    payload: note,
  });
  return {
    url: apiPaths.note(companyId, created.parse(answer.json()).id),
    cookie: admin.cookie,
  };
}

const aShare = { name: 'Intranet', view: 'period=30d&compare=previous', embedHosts: [] };

/** A new share link, with its secret. */
async function toShare({ t, admin, companyId }: RequestFixture) {
  const answer = await t.app.inject({
    method: 'POST',
    url: apiPaths.shares(companyId),
    headers: { origin: publicOrigin, cookie: admin.cookie },
    payload: aShare,
  });
  const { access, url } = createdShare.parse(answer.json());
  return { accessId: access.id, secret: url.split('#')[1] ?? '' };
}

const asAdmin = async ({ t, admin }: RequestFixture, url: string) =>
  (await t.app.inject({ url, headers: { cookie: admin.cookie } })).json();

async function aPaidCheckout({ t }: RequestFixture) {
  const checkout = await anOpenCheckout(t.app);
  await submitTestCheckout(t.app, checkout.sessionId, 'pay');
  return checkout;
}

async function anItemId(fixture: RequestFixture): Promise<string> {
  await send(fixture.t, messageForms.home.path, messageForms.home.body());
  const { items } = z.object({ items: z.array(created) }).parse(await asAdmin(fixture, apiPaths.inbox));
  return items[0]?.id ?? '';
}

/** Notes, demo data and presence of a portal, and the administration. */
export const adminRequests: Record<string, ValidRequest> = {
  'GET /api/companies/:companyId/annotations': {},
  'POST /api/companies/:companyId/annotations': {
    status: 201,
    body: note,
    override: ({ admin }) => ({ cookie: admin.cookie }),
  },
  'PUT /api/companies/:companyId/annotations/:annotationId': { body: note, override: toNote },
  'DELETE /api/companies/:companyId/annotations/:annotationId': { status: 204, override: toNote },
  'GET /api/companies/:companyId/live': { isStream: true },
  'PUT /api/companies/:companyId/presence/:sessionId': { status: 204, body: { page_url: '/company-portal' } },
  'DELETE /api/companies/:companyId/presence/:sessionId': { status: 204 },
  'POST /api/simulate-analytics': {
    body: { companyId: randomUUID() },
    // The company has real events by now, so only an administrator may do this.
    override: ({ companyId, admin }) => ({ body: { companyId }, cookie: admin.cookie }),
  },
  'DELETE /api/companies/:companyId/simulated-analytics': { status: 204 },

  'POST /api/companies/:companyId/shares': { status: 201, body: aShare },
  'PATCH /api/companies/:companyId/shares/:accessId': {
    body: { ...aShare, seesMoney: true, password: 'a long password', expiresAt: null },
    override: async (fixture) => ({
      url: apiPaths.share(fixture.companyId, (await toShare(fixture)).accessId),
    }),
  },
  'GET /api/companies/:companyId/shares/:accessId/address': {
    override: async (fixture) => ({
      url: apiPaths.shareAddress(fixture.companyId, (await toShare(fixture)).accessId),
    }),
  },
  'POST /api/shared-views/:accessId/open': {
    body: { secret: 'A' },
    override: async (fixture) => {
      const { accessId, secret } = await toShare(fixture);
      return { url: apiPaths.openSharedView(accessId), body: { secret } };
    },
  },

  'GET /api/companies': {},
  'GET /api/overview': {},
  'GET /api/overview.csv': {},
  'GET /api/overview/values': {
    override: () => ({ url: `${apiPaths.overviewValues}?dimension=source` }),
  },
  'PUT /api/companies/:companyId/groups': { body: { groups: ['Retail', 'Berlin'] } },
  'POST /api/companies': { status: 201, body: { ...shop, currency: 'EUR' } },
  'PATCH /api/companies/:companyId': {
    body: {
      ...shop,
      currency: 'USD',
      hostNames: [],
      excludedPaths: [],
      excludedAddresses: [],
      weekStart: 7,
      countsOnlyVerified: true,
      brand: { name: 'Client', accent: '#7a1f2b' },
    },
  },
  'GET /api/companies/:companyId/setup': {},
  'PUT /api/companies/:companyId/setup': { body: { skipped: ['orders'] } },
  'POST /api/companies/:companyId/rotate-key': {
    override: async ({ t }) => ({ url: apiPaths.replaceKey((await aCompany(t.db)).company.id) }),
  },
  'DELETE /api/companies/:companyId': {
    status: 204,
    body: { name: 'not its name' },
    override: async ({ t }) => {
      const { company } = await aCompany(t.db);
      return { url: apiPaths.company(company.id), body: { name: company.name } };
    },
  },
  'GET /api/inbox': {},
  'GET /api/installation': {},
  'GET /api/self-check': {},
  'GET /api/backups': {},
  // No folder is set.
  'POST /api/backups': { status: 409 },
  'GET /api/jobs': {},
  'POST /api/jobs/:name/retry': {
    override: async ({ t }) => {
      await aFailedJob(t.db, 'forget-old-mails');
      return { url: apiPaths.retryJobs('forget-old-mails') };
    },
  },
  'GET /api/inbox.csv': {},
  'PATCH /api/inbox/:itemId': {
    body: { state: 'open', note: 'call them' },
    override: async (fixture) => ({ url: apiPaths.inboxItem(await anItemId(fixture)) }),
  },
  'DELETE /api/inbox/:itemId': {
    status: 204,
    override: async (fixture) => ({ url: apiPaths.inboxItem(await anItemId(fixture)) }),
  },
  'GET /api/mails': {},
  'POST /api/mails/:mailId/retry': {
    status: 204,
    override: async ({ t }) => {
      const id = randomUUID();
      await t.db.query(
        `INSERT INTO mails (id, class, recipient, subject, state, content, created_at)
         VALUES ($1, 'notice', 'a@b.test', 'x', 'failed', '{"text":"x","html":"x"}', now())`,
        [id],
      );
      return { url: apiPaths.retryMail(id) };
    },
  },
  'GET /api/audit-log': {},
  'GET /api/admin-live': { isStream: true },
  'GET /api/team': {},
  'POST /api/team/invitations': {
    status: 201,
    body: { email: 'bea@people.test', role: 'support', companies: null },
    override: () => ({ body: { email: anEmail(), role: 'support', companies: null } }),
  },
  'POST /api/team/invitations/:invitationId/renew': {
    override: async ({ t, admin }) => ({
      url: apiPaths.renewInvitation((await anInvitation(t, admin, support)).id),
    }),
  },
  'DELETE /api/team/invitations/:invitationId': {
    status: 204,
    override: async ({ t, admin }) => ({
      url: apiPaths.teamInvitation((await anInvitation(t, admin, support)).id),
    }),
  },
  'PATCH /api/team/members/:userId': {
    body: { role: 'manager', companies: 'all' },
    override: async ({ t, admin }) => ({
      url: apiPaths.teamMember((await aMember(t, admin, support)).id),
    }),
  },
  'DELETE /api/team/members/:userId': {
    status: 204,
    override: async ({ t, admin }) => ({
      url: apiPaths.teamMember((await aMember(t, admin, support)).id),
    }),
  },
  'GET /api/orders': {},
  'GET /api/orders.csv': {},
  'POST /api/orders/:orderId/portal': {
    status: 201,
    body: shop,
    override: async (fixture) => {
      await aPaidCheckout(fixture);
      const [order] = purchaseList.parse(await asAdmin(fixture, apiPaths.purchases)).orders;
      return { url: apiPaths.purchasePortal(order?.id ?? '') };
    },
  },
};
