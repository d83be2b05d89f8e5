import { randomUUID } from 'node:crypto';
import { createWebhook, type WebhookPlace } from '../../features/alerts/webhooks/webhooks.ts';
import { operator } from '../../platform/audit.ts';
import { type TestApp, testAppSecret } from '../test-app.ts';

/** The body of a request for a webhook with its own host, which does not exist. */
export const webhookBody = () => ({
  ...{ url: `https://${randomUUID()}.invalid/hook`, description: 'Chat', kinds: ['silence' as const] },
});

/** A webhook of a company, or with null of all companies. */
export async function aWebhook(t: TestApp, owner: string | null): Promise<WebhookPlace & { secret: string }> {
  const deps = { db: t.db, appSecret: testAppSecret, allowedTargets: [] };
  const asked = { by: operator, claim: undefined, idempotencyKey: undefined };
  const { webhook, secret } = await createWebhook(deps, owner, webhookBody(), asked);
  return { owner, webhookId: webhook.id, secret };
}
