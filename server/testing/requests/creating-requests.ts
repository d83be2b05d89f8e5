import { randomUUID } from 'node:crypto';
import { apiPaths } from '../../../contract/paths.ts';
import { purchaseList } from '../../../contract/public/purchases.ts';
import { aCompany } from '../builders.ts';
import { messageForms } from '../message-forms.ts';
import { anOpenCheckout, submitTestCheckout } from '../purchases/purchases.ts';
import { type MakeRequest, toCount } from './creating-request.ts';
import { creatingTokenRequests } from './creating-token-requests.ts';

const aForm =
  ({ path, body: make }: (typeof messageForms)[keyof typeof messageForms], table: string): MakeRequest =>
  async (t) => {
    const body = make();
    return {
      path,
      body,
      other: { body: { ...body, name: 'Another name' } },
      count: async () => ({
        rows: await toCount(t, `${table} WHERE email = $1`, body.email),
        mails: await toCount(t, 'mails WHERE recipient = $1', body.email),
      }),
      one: { rows: 1, mails: 1 },
      lastTable: 'mails',
    };
  };

const aDefinition =
  (kind: 'goal' | 'funnel', definition: object): MakeRequest =>
  async (t, { cookie }) => {
    const { company } = await aCompany(t.db);
    const body = { name: 'Orders', ...definition };
    return {
      path: kind === 'goal' ? apiPaths.goals(company.id) : apiPaths.funnels(company.id),
      body,
      cookie,
      other: { body: { ...body, name: 'Sign-ups' } },
      count: async () => ({
        rows: await toCount(t, `${kind}s WHERE company_id = $1`, company.id),
        audited: await toCount(t, `audit_log WHERE object_id = $1 AND action LIKE '${kind}.%'`, company.id),
      }),
      one: { rows: 1, audited: 1 },
      lastTable: 'audit_log',
    };
  };

/** Every route that supports an Idempotency-Key, by method and registered URL, except those of accesses. */
export const creatingRequests: Record<string, MakeRequest> = {
  ...creatingTokenRequests,
  'POST /api/send-contact-email': aForm(messageForms.home, 'contact_messages'),
  'POST /api/contact-message': aForm(messageForms.contact, 'contact_messages'),
  'POST /api/book-demo': aForm(messageForms.demo, 'demo_requests'),

  'POST /api/create-payment': async (t) => {
    const customerEmail = `${randomUUID()}@buyer.example`;
    const body = { priceId: 'price_chatbots', customerEmail, currency: 'gbp' };
    return {
      path: apiPaths.createCheckout,
      body,
      other: { body: { ...body, currency: 'usd' } },
      count: async () => ({ rows: await toCount(t, 'purchases WHERE customer_email = $1', customerEmail) }),
      one: { rows: 1 },
      lastTable: 'purchases',
    };
  },

  'POST /api/companies': async (t, { cookie }) => {
    const domain = `${randomUUID()}.example`;
    const body = { name: 'Harbour & Pine', domain, allowDuplicate: true };
    return {
      path: apiPaths.companies,
      body,
      cookie,
      other: { body: { ...body, name: 'Ember Coffee' } },
      count: async () => ({
        rows: await toCount(t, 'companies WHERE domain = $1', domain),
        audited: await toCount(
          t,
          'audit_log JOIN companies ON companies.id::text = object_id WHERE domain = $1',
          domain,
        ),
      }),
      one: { rows: 1, audited: 1 },
      lastTable: 'audit_log',
    };
  },

  'POST /api/orders/:orderId/portal': async (t, { cookie }) => {
    const customerEmail = `${randomUUID()}@buyer.example`;
    const { sessionId } = await anOpenCheckout(t.app, { customerEmail });
    await submitTestCheckout(t.app, sessionId, 'pay');
    const listed = await t.app.inject({ url: apiPaths.purchases, headers: { cookie } });
    const order = purchaseList
      .parse(listed.json())
      .orders.find((each) => each.customerEmail === customerEmail);
    const body = { name: 'Buyer', domain: `${randomUUID()}.example`, allowDuplicate: true };
    return {
      path: apiPaths.purchasePortal(order?.id ?? ''),
      body,
      cookie,
      other: { body: { ...body, name: 'Another customer' } },
      count: async () => ({
        rows: await toCount(t, 'companies WHERE domain = $1', body.domain),
        mails: await toCount(t, `mails WHERE recipient = $1 AND subject LIKE '%portal%'`, customerEmail),
      }),
      one: { rows: 1, mails: 1 },
      lastTable: 'audit_log',
    };
  },

  'POST /api/team/invitations': async (t, { cookie }) => {
    const email = `${randomUUID()}@people.test`;
    const body = { email, role: 'support', companies: null };
    return {
      path: apiPaths.teamInvitations,
      body,
      cookie,
      other: { body: { ...body, email: `${randomUUID()}@people.test` } },
      count: async () => ({
        rows: await toCount(t, 'team_invitations WHERE email = $1', email),
        mails: await toCount(t, 'mails WHERE recipient = $1', email),
        audited: await toCount(t, `audit_log WHERE action = 'team.invited' AND object LIKE $1 || '%'`, email),
      }),
      one: { rows: 1, mails: 1, audited: 1 },
      lastTable: 'audit_log',
    };
  },

  'POST /api/companies/:companyId/goals': aDefinition('goal', {
    kind: 'page',
    target: '/thanks*',
    value: '5',
  }),
  'POST /api/companies/:companyId/funnels': aDefinition('funnel', {
    steps: [
      { kind: 'page', target: '/shop/*' },
      { kind: 'event', target: 'cart' },
    ],
  }),

  'POST /api/companies/:companyId/rotate-key': async (t, { cookie }) => {
    const { company } = await aCompany(t.db);
    const another = await aCompany(t.db);
    return {
      path: apiPaths.replaceKey(company.id),
      body: {},
      cookie,
      other: { path: apiPaths.replaceKey(another.company.id) },
      count: async () => ({
        // The key that the company was created with is not counted.
        rows: (await toCount(t, 'access_keys WHERE company_id = $1', company.id)) - 1,
        audited: await toCount(
          t,
          `audit_log WHERE object_id = $1 AND action = 'company.key-replaced'`,
          company.id,
        ),
      }),
      one: { rows: 1, audited: 1 },
      lastTable: 'audit_log',
    };
  },

  'POST /api/companies/:companyId/shares': async (t, { cookie }) => {
    const { company } = await aCompany(t.db);
    const body = { name: 'Intranet', view: 'period=7d&compare=none' };
    return {
      path: apiPaths.shares(company.id),
      body,
      cookie,
      other: { body: { ...body, name: 'Another page' } },
      count: async () => ({
        rows: await toCount(t, `accesses WHERE company_id = $1 AND kind = 'share'`, company.id),
        audited: await toCount(t, `audit_log WHERE object_id = $1 AND action = 'access.created'`, company.id),
      }),
      one: { rows: 1, audited: 1 },
      lastTable: 'audit_log',
    };
  },

  'POST /api/companies/:companyId/annotations': async (t, { cookie }) => {
    const { company } = await aCompany(t.db, { name: randomUUID() });
    const body = { date: '2026-10-05', text: 'Campaign started' };
    return {
      path: apiPaths.notes(company.id),
      body,
      cookie,
      other: { body: { ...body, text: 'Campaign ended' } },
      count: async () => ({
        rows: await toCount(t, 'annotations WHERE company_id = $1', company.id),
        audited: await toCount(
          t,
          `audit_log WHERE action = 'annotation.created' AND object LIKE '%' || $1`,
          company.name,
        ),
      }),
      one: { rows: 1, audited: 1 },
      lastTable: 'audit_log',
    };
  },
};
