import { randomUUID } from 'node:crypto';
import { apiPaths } from '../../../contract/paths.ts';
import {
  deliveryResults,
  type ShopConnection,
  type ShopDelivery,
  type ShopProvider,
  shopProviders,
} from '../../../contract/shop/connections.ts';
import type { Db, Tx } from '../../db/client.ts';
import { lockCompany } from '../../db/locks.ts';
import { type Actor, recordAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { companyNotFound } from '../access/access.ts';
import { requireCompany } from '../companies/companies.ts';
import { sealSecret } from './connection-secret.ts';
import { type DeliveryRow, listDeliveryRows } from './deliveries.queries.ts';
import {
  type ConnectionRow,
  deleteConnectionRow,
  findConnectionRow,
  insertConnection,
  listConnectionRows,
  updateSecret,
} from './shop-connections.queries.ts';

export interface ConnectionsDeps {
  db: Db;
  appSecret: string;
  publicUrl: string;
}

interface ConnectionKey {
  companyId: string;
  provider: ShopProvider;
}

const providerNames: Readonly<Record<ShopProvider, string>> = {
  stripe: 'Stripe',
  woocommerce: 'WooCommerce',
  shopify: 'Shopify',
};

export async function listConnections(deps: ConnectionsDeps, companyId: string): Promise<ShopConnection[]> {
  await requireCompany(deps.db, companyId);
  return toConnections(deps, deps.db, await listConnectionRows(deps.db, companyId));
}

/** Creates the connection if it does not exist, and stores the secret; null keeps the stored one. */
export async function changeConnection(
  deps: ConnectionsDeps,
  { companyId, provider }: ConnectionKey,
  secret: string | null,
  by: Actor,
): Promise<ShopConnection> {
  if (secret !== null) requireSigningSecret(secret);
  return deps.db.transaction(async (tx) => {
    const companyName = await lockCompany(tx, companyId);
    if (companyName === undefined) throw companyNotFound();
    const object = `${providerNames[provider]} (${companyName})`;
    const found = await findConnectionRow(tx, companyId, provider);
    const id = found?.id ?? randomUUID();
    if (!found) {
      await insertConnection(tx, { id, company_id: companyId, provider, created_at: new Date() });
      await recordAudit(tx, by, { action: 'shop-connection.created', object, objectId: companyId });
    }
    if (secret !== null) {
      await updateSecret(tx, { companyId, id }, sealSecret(deps.appSecret, id, secret));
      await recordAudit(tx, by, { action: 'shop-connection.secret-changed', object, objectId: companyId });
    }
    const row = await findConnectionRow(tx, companyId, provider);
    const [connection] = await toConnections(deps, tx, row ? [row] : []);
    if (!connection) throw new Error('the changed connection was not found');
    return connection;
  });
}

/** Removes a connection: its webhook address stops to work. The orders that it reported stay. */
export async function removeConnection(
  { db }: ConnectionsDeps,
  key: ConnectionKey,
  by: Actor,
): Promise<void> {
  const { companyId, provider } = key;
  await db.transaction(async (tx) => {
    const companyName = await lockCompany(tx, companyId);
    if (companyName === undefined) throw companyNotFound();
    const found = await findConnectionRow(tx, companyId, provider);
    if (!found) throw new AppError(404, 'not-found', `${providerNames[provider]} is not connected.`);
    await deleteConnectionRow(tx, companyId, found.id);
    const object = `${providerNames[provider]} (${companyName})`;
    await recordAudit(tx, by, { action: 'shop-connection.removed', object, objectId: companyId });
  });
}

/** An API key of Stripe is often pasted by mistake. It could move money, so it is never stored. */
function requireSigningSecret(secret: string): void {
  if (!/^(sk|rk|pk)_(live|test)_/.test(secret)) return;
  const message =
    'secret must be the signing secret of the webhook, which begins with whsec_. This is an API key.';
  throw new AppError(400, 'invalid-request', message, { field: 'secret' });
}

async function toConnections(
  { publicUrl }: ConnectionsDeps,
  tx: Tx,
  rows: ConnectionRow[],
): Promise<ShopConnection[]> {
  const ids = rows.map(({ id }) => id);
  const deliveries = await listDeliveryRows(tx, ids);
  return rows.flatMap((row) => {
    const provider = shopProviders.find((name) => name === row.provider);
    if (provider === undefined) return [];
    return {
      provider,
      webhookUrl: `${publicUrl}${apiPaths.shopWebhook(provider, row.id)}`,
      hasSecret: row.sealed_secret !== null,
      createdAt: row.created_at.toISOString(),
      deliveries: deliveries.filter(({ connection_id }) => connection_id === row.id).map(toDelivery),
    };
  });
}

const toDelivery = (row: DeliveryRow): ShopDelivery => ({
  id: row.id,
  receivedAt: row.received_at.toISOString(),
  topic: row.topic,
  result: deliveryResults.find((name) => name === row.result) ?? 'rejected',
  detail: row.detail,
  orderId: row.order_id,
  count: row.count,
});
