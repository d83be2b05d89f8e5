import { randomUUID } from 'node:crypto';
import { apiPaths } from '../../../contract/paths.ts';
import { insertMessage } from '../../features/alerts/webhooks/messages.queries.ts';
import { anEmail } from '../accounts/accounts.ts';
import { aCompany } from '../builders.ts';
import type { RequestFixture, ValidRequest } from '../requests/valid/valid-request.ts';
import { aRecipient } from './alerts.ts';
import { aWebhook, webhookBody } from './webhooks.ts';

const recipient = {
  ...{ name: 'Mia Sand', locale: 'de-DE', kinds: ['silence', 'drop'], seesMoney: true },
  ...{ quietHours: { from: 22, to: 7 }, timeZone: 'Europe/Berlin' },
};

/** A new company: malformed requests may have filled up the managed one. Of all companies, what others left is deleted. */
async function anOwner({ t }: RequestFixture, isShared: boolean): Promise<string | null> {
  if (!isShared) return (await aCompany(t.db)).company.id;
  await t.db.query('DELETE FROM alert_recipients WHERE company_id IS NULL');
  await t.db.query('DELETE FROM webhooks WHERE company_id IS NULL');
  return null;
}

function listRequests(prefix: string, isShared: boolean): Record<string, ValidRequest> {
  const ofRecipient = async (fixture: RequestFixture) => {
    const owner = await anOwner(fixture, isShared);
    return { url: apiPaths.alertRecipient(owner, (await aRecipient(fixture.t.db, owner)).id) };
  };
  type ToUrl = (owner: string | null, webhookId: string) => string;
  const ofWebhook = (toUrl: ToUrl) => async (fixture: RequestFixture) => {
    const { owner, webhookId } = await aWebhook(fixture.t, await anOwner(fixture, isShared));
    return { url: toUrl(owner, webhookId) };
  };
  return {
    [`GET ${prefix}/alert-recipients`]: {},
    [`POST ${prefix}/alert-recipients`]: {
      body: { ...recipient, email: 'mia@client.test' },
      status: 201,
      override: async (fixture) => ({
        url: apiPaths.alertRecipients(await anOwner(fixture, isShared)),
        body: { ...recipient, email: anEmail() },
      }),
    },
    [`PATCH ${prefix}/alert-recipients/:recipientId`]: {
      body: { ...recipient, mutedUntil: '2030-01-01T00:00:00.000Z' },
      override: ofRecipient,
    },
    [`DELETE ${prefix}/alert-recipients/:recipientId`]: { status: 204, override: ofRecipient },
    [`GET ${prefix}/alert-webhooks`]: {},
    [`POST ${prefix}/alert-webhooks`]: {
      body: webhookBody(),
      status: 201,
      override: async (fixture) => ({ url: apiPaths.alertWebhooks(await anOwner(fixture, isShared)) }),
    },
    [`PATCH ${prefix}/alert-webhooks/:webhookId`]: {
      body: { ...webhookBody(), isOn: false },
      override: ofWebhook(apiPaths.alertWebhook),
    },
    [`POST ${prefix}/alert-webhooks/:webhookId/secret`]: {
      status: 201,
      override: ofWebhook(apiPaths.alertWebhookSecret),
    },
    [`POST ${prefix}/alert-webhooks/:webhookId/test`]: {
      status: 201,
      override: ofWebhook(apiPaths.alertWebhookTest),
    },
    [`GET ${prefix}/alert-webhooks/:webhookId/messages`]: {
      override: ofWebhook(apiPaths.alertWebhookMessages),
    },
    [`POST ${prefix}/alert-webhooks/:webhookId/messages/:messageId/replay`]: {
      override: async (fixture) => {
        const { owner, webhookId } = await aWebhook(fixture.t, await anOwner(fixture, isShared));
        const id = randomUUID();
        await insertMessage(fixture.t.db, { id, webhookId, type: 'test', body: '{}', at: new Date() });
        return { url: apiPaths.replayWebhookMessage(owner, webhookId, id) };
      },
    },
    [`DELETE ${prefix}/alert-webhooks/:webhookId`]: {
      status: 204,
      override: ofWebhook(apiPaths.alertWebhook),
    },
  };
}

/** Alerts, their recipients, webhooks and the back-test. */
export const alertRequests: Record<string, ValidRequest> = {
  'GET /api/alerts': {},
  'GET /api/companies/:companyId/alert-settings': {},
  'GET /api/companies/:companyId/alert-backtest': {},
  'PUT /api/companies/:companyId/alert-settings': { body: { kinds: ['silence', 'drop'] } },
  ...listRequests('/api/companies/:companyId', false),
  ...listRequests('/api', true),
};
