import { randomBytes } from 'node:crypto';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { apiPaths } from '../../../contract/paths.ts';
import type { ShopProvider } from '../../../contract/shop/connections.ts';
import { changeConnection } from '../../features/shop-connections/shop-connections.ts';
import { toBodySignature } from '../../features/shop-connections/signatures.ts';
import { operator } from '../../platform/audit.ts';
import { signEvent } from '../../platform/payment-provider/signed-events.ts';
import { publicOrigin } from '../builders.ts';
import { type TestApp, testAppSecret } from '../test-app.ts';

/** A request of a provider: its name of the event, and the content. */
export interface ShopDelivery {
  topic: string;
  content: unknown;
}

export interface TestConnection {
  provider: ShopProvider;
  connectionId: string;
  secret: string;
}

/** Connects a company with a shop system; with `secret: null` the signing secret is not entered yet. */
export async function aConnection(
  t: TestApp,
  companyId: string,
  provider: ShopProvider,
  secret: string | null = `whsec_${randomBytes(16).toString('hex')}`,
): Promise<TestConnection> {
  const deps = { db: t.db, appSecret: testAppSecret, publicUrl: publicOrigin };
  const { webhookUrl } = await changeConnection(deps, { companyId, provider }, secret, operator);
  return { provider, connectionId: webhookUrl.split('/').at(-1) ?? '', secret: secret ?? '' };
}

/** The headers with which a provider sends a body. */
export async function toDeliveryHeaders(
  { provider, secret }: Pick<TestConnection, 'provider' | 'secret'>,
  topic: string,
  body: string | Buffer,
): Promise<Record<string, string>> {
  const json = { 'content-type': 'application/json' };
  if (provider === 'stripe')
    return {
      ...json,
      'stripe-signature': await signEvent(body.toString(), secret),
      'user-agent': 'Stripe/1.0',
    };
  const signature = toBodySignature(Buffer.from(body), secret);
  return provider === 'woocommerce'
    ? { ...json, 'x-wc-webhook-topic': topic, 'x-wc-webhook-signature': signature }
    : { ...json, 'x-shopify-topic': topic, 'x-shopify-hmac-sha256': signature };
}

/** Sends a body as the provider does, whatever it contains. */
export async function sendBody(
  app: FastifyInstance,
  connection: TestConnection,
  topic: string,
  body: string | Buffer,
): Promise<LightMyRequestResponse> {
  return app.inject({
    method: 'POST',
    url: apiPaths.shopWebhook(connection.provider, connection.connectionId),
    headers: await toDeliveryHeaders(connection, topic, body),
    payload: body,
  });
}

export const sendDelivery = (
  app: FastifyInstance,
  connection: TestConnection,
  { topic, content }: ShopDelivery,
): Promise<LightMyRequestResponse> => sendBody(app, connection, topic, JSON.stringify(content));
