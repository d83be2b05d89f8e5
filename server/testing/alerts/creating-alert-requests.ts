import { webhookWithSecret } from '../../../contract/alerts/webhooks.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { anEmail, send } from '../accounts/accounts.ts';
import { aCompany } from '../builders.ts';
import { type MakeRequest, toCount } from '../requests/creating-request.ts';
import type { TestApp } from '../test-app.ts';
import { webhookBody } from './webhooks.ts';

const recipient = {
  ...{ name: 'Mia Sand', locale: 'en-GB', kinds: ['silence'], seesMoney: false, quietHours: null },
  timeZone: 'UTC',
};

const toOwner = async (t: TestApp, isShared: boolean) =>
  isShared ? null : (await aCompany(t.db)).company.id;

const countEntries = (t: TestApp, action: string, object: string) =>
  toCount(t, `audit_log WHERE action = '${action}' AND object LIKE $1 || '%'`, object);

const aNewRecipient =
  (isShared: boolean): MakeRequest =>
  async (t, { cookie }) => {
    // Recipients of other tests fill the list of all companies.
    if (isShared) await t.db.query('DELETE FROM alert_recipients WHERE company_id IS NULL');
    const body = { ...recipient, email: anEmail() };
    return {
      path: apiPaths.alertRecipients(await toOwner(t, isShared)),
      ...{ body, cookie },
      other: { body: { ...body, name: 'Ben Reed' } },
      count: async () => ({
        rows: await toCount(t, 'alert_recipients WHERE email = $1', body.email),
        audited: await countEntries(t, 'alert-recipient.added', body.email),
      }),
      one: { rows: 1, audited: 1 },
      lastTable: 'audit_log',
    };
  };

const aNewWebhook =
  (isShared: boolean): MakeRequest =>
  async (t, { cookie }) => {
    if (isShared) await t.db.query('DELETE FROM webhooks WHERE company_id IS NULL');
    const body = webhookBody();
    return {
      path: apiPaths.alertWebhooks(await toOwner(t, isShared)),
      ...{ body, cookie },
      other: { body: { ...body, description: 'Another' } },
      count: async () => ({
        rows: await toCount(t, 'webhooks WHERE url = $1', body.url),
        audited: await countEntries(t, 'webhook.created', new URL(body.url).host),
      }),
      one: { rows: 1, audited: 1 },
      lastTable: 'audit_log',
    };
  };

const aNewSecret =
  (isShared: boolean): MakeRequest =>
  async (t, { cookie }) => {
    if (isShared) await t.db.query('DELETE FROM webhooks WHERE company_id IS NULL');
    const owner = await toOwner(t, isShared);
    const create = async (body: object) => {
      const created = await send(t, apiPaths.alertWebhooks(owner), body, { cookie });
      return apiPaths.alertWebhookSecret(owner, webhookWithSecret.parse(created.json()).webhook.id);
    };
    const body = webhookBody();
    return {
      path: await create(body),
      ...{ body: {}, cookie },
      other: { path: await create(webhookBody()) },
      count: async () => ({
        rows: await toCount(t, 'webhooks WHERE sealed_previous IS NOT NULL AND url = $1', body.url),
        audited: await countEntries(t, 'webhook.secret-replaced', new URL(body.url).host),
      }),
      one: { rows: 1, audited: 1 },
      lastTable: 'audit_log',
    };
  };

/** The requests about alerts that support an Idempotency-Key. */
export const creatingAlertRequests: Record<string, MakeRequest> = {
  'POST /api/companies/:companyId/alert-recipients': aNewRecipient(false),
  'POST /api/alert-recipients': aNewRecipient(true),
  'POST /api/companies/:companyId/alert-webhooks': aNewWebhook(false),
  'POST /api/alert-webhooks': aNewWebhook(true),
  'POST /api/companies/:companyId/alert-webhooks/:webhookId/secret': aNewSecret(false),
  'POST /api/alert-webhooks/:webhookId/secret': aNewSecret(true),
};
