import type { IncomingHttpHeaders } from 'node:http';
import type { ShopProvider } from '../../../contract/shop/connections.ts';
import { AppError } from '../../platform/errors.ts';
import type { DailyBytes } from '../../platform/limits/daily-bytes.ts';
import { createUuidV7 } from '../../platform/uuid-v7.ts';
import type { LedgerDeps } from '../shop-orders/ledger/ledger-queue.ts';
import { toStoredBytes } from '../shop-orders/ledger/verified-order.ts';
import { applyReport, type DeliveryOutcome } from './apply-report.ts';
import { openSecret } from './connection-secret.ts';
import {
  countDeliveryAgain,
  findNewestDelivery,
  insertDelivery,
  lockConnection,
} from './deliveries.queries.ts';
import { type ConnectionRow, findConnectionById } from './shop-connections.queries.ts';
import { ContentError, type ShopReport } from './shop-report.ts';
import { readShopifyDelivery } from './shopify/read-shopify-delivery.ts';
import { isSigned } from './signatures.ts';
import { readStripeEvent } from './stripe/read-stripe-event.ts';
import { readWooOrder } from './woocommerce/read-woocommerce-order.ts';

export interface WebhookDeps extends LedgerDeps {
  appSecret: string;
  /** The bytes that each connection may report in a day. */
  connectionBytes: DailyBytes;
}

export interface Delivery {
  provider: ShopProvider;
  connectionId: string;
  headers: IncomingHttpHeaders;
  /** The raw bytes, which the signature covers. */
  body: Buffer;
}

/** The answer to the provider, which shows answers in its own log of deliveries. */
export type DeliveryAnswer = Pick<DeliveryOutcome, 'result' | 'detail'>;

const ping = /^webhook_id=\d{1,20}$/;

/**
 * Records a signed delivery. Resolves after COMMIT. Content that cannot be recorded is answered like recorded content:
 * sending it again would not help, and the providers switch webhooks off that fail too often. An administrator sees it
 * in the list of deliveries.
 * @throws {AppError} 400 `invalid-signature`, also without such a connection or without its secret. 429 if the connection
 * has reported too much in a day.
 */
export async function receiveDelivery(deps: WebhookDeps, delivery: Delivery): Promise<DeliveryAnswer> {
  // WooCommerce checks the address with an unsigned request before it saves a webhook.
  if (delivery.provider === 'woocommerce' && delivery.body.length < 40 && ping.test(delivery.body.toString()))
    return { result: 'ignored', detail: 'A test of the address.' };
  const connection = await findConnectionById(deps.db, delivery.provider, delivery.connectionId);
  if (!connection) throw invalidSignature();
  const problem = await findSignatureProblem(deps.appSecret, connection, delivery);
  if (problem !== undefined) {
    await storeDelivery(deps, connection, '', { result: 'rejected', detail: problem, orderId: null });
    throw invalidSignature();
  }
  const { topic, outcome } = await record(deps, connection, delivery);
  await storeDelivery(deps, connection, topic, outcome);
  return { result: outcome.result, detail: outcome.detail };
}

async function findSignatureProblem(
  appSecret: string,
  { id, sealed_secret: sealed }: ConnectionRow,
  delivery: Delivery,
): Promise<string | undefined> {
  if (sealed === null) return 'No signing secret is stored yet. Enter it in the settings of this connection.';
  const secret = openSecret(appSecret, id, sealed);
  if (secret === undefined) return 'The stored signing secret cannot be read. Enter it again.';
  if (await isSigned(delivery.provider, delivery, secret)) return undefined;
  return 'The signature is missing or wrong. Check that the signing secret is that of this webhook.';
}

async function record(
  deps: WebhookDeps,
  connection: ConnectionRow,
  { provider, headers, body }: Delivery,
): Promise<{ topic: string; outcome: DeliveryOutcome }> {
  const named = provider === 'woocommerce' ? 'x-wc-webhook-topic' : 'x-shopify-topic';
  let topic = provider === 'stripe' ? '' : toTopic(headers[named]);
  try {
    const content = parseJson(body);
    if (provider === 'stripe') topic = toTopic(Object(content).type);
    const report = read(provider, topic, content);
    if (report.kind !== 'ignored') await consumeBytes(deps, connection, topic, report);
    const sender = { companyId: connection.company_id, provider };
    return { topic, outcome: await applyReport(deps, sender, report) };
  } catch (error) {
    const problem = toProblem(error);
    if (problem === undefined) throw error;
    return { topic, outcome: { result: 'rejected', detail: problem, orderId: null } };
  }
}

/** Unlike other content that cannot be recorded, the provider sends this again: 429. */
async function consumeBytes(
  deps: WebhookDeps,
  connection: ConnectionRow,
  topic: string,
  report: ShopReport,
): Promise<void> {
  try {
    await deps.connectionBytes.consume(connection.id, toStoredBytes([report]));
  } catch (error) {
    if (!(error instanceof AppError && error.status === 429)) throw error;
    // The text has no time to wait: equal deliveries in a row are one entry.
    const detail = 'This connection has reported as much as it may in 24 hours.';
    await storeDelivery(deps, connection, topic, { result: 'rejected', detail, orderId: null });
    throw error;
  }
}

function read(provider: ShopProvider, topic: string, content: unknown): ShopReport {
  if (provider === 'stripe') return readStripeEvent(content);
  return provider === 'woocommerce' ? readWooOrder(topic, content) : readShopifyDelivery(topic, content);
}

const toTopic = (given: unknown) =>
  typeof given === 'string' ? given.replace(/[^\x20-\x7e]/g, '?').slice(0, 100) : '';

/** The problem of the content; undefined if something else failed, so that the provider tries again. */
function toProblem(error: unknown): string | undefined {
  if (error instanceof ContentError) return `${error.message}.`.slice(0, 300);
  if (!(error instanceof AppError) || error.status >= 500 || error.status === 429) return undefined;
  return error.field === undefined ? error.message : `${error.field}: ${error.message}`;
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new ContentError('', 'is not JSON');
  }
}

/** Rejected deliveries in a row for the same reason are counted in one entry, so that a flood does not hide others. */
async function storeDelivery(
  { db }: WebhookDeps,
  { id: connectionId, company_id: companyId }: ConnectionRow,
  topic: string,
  { result, detail, orderId }: DeliveryOutcome,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await lockConnection(tx, companyId, connectionId))) return;
    const at = new Date();
    const newest = result === 'rejected' ? await findNewestDelivery(tx, connectionId) : undefined;
    if (newest?.result === 'rejected' && newest.topic === topic && newest.detail === detail)
      return countDeliveryAgain(tx, newest, at);
    await insertDelivery(tx, {
      connection_id: connectionId,
      id: createUuidV7(at),
      received_at: at,
      topic,
      result,
      detail,
      order_id: orderId,
    });
  });
}

/** The same whether the connection is unknown, has no secret, or the signature is wrong. */
function invalidSignature(): AppError {
  return new AppError(400, 'invalid-signature', 'The signature is not valid.');
}
