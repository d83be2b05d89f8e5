import { and, asc, eq } from 'drizzle-orm';
import type { ShopProvider } from '../../../contract/shop/connections.ts';
import type { Tx } from '../../db/client.ts';
import { shopConnections } from '../../db/schema/companies.ts';

export type ConnectionRow = typeof shopConnections.$inferSelect;

/** Lists the connections of a company, sorted by the name of the provider. */
export async function listConnectionRows(tx: Tx, companyId: string): Promise<ConnectionRow[]> {
  return tx.orm
    .select()
    .from(shopConnections)
    .where(eq(shopConnections.company_id, companyId))
    .orderBy(asc(shopConnections.provider));
}

export async function findConnectionRow(
  tx: Tx,
  companyId: string,
  provider: ShopProvider,
): Promise<ConnectionRow | undefined> {
  const [found] = await tx.orm
    .select()
    .from(shopConnections)
    .where(and(eq(shopConnections.company_id, companyId), eq(shopConnections.provider, provider)));
  return found;
}

/** The connection of a webhook address. Its id is unguessable and names the company. */
export async function findConnectionById(
  tx: Tx,
  provider: ShopProvider,
  id: string,
): Promise<ConnectionRow | undefined> {
  const [found] = await tx.orm
    .select()
    .from(shopConnections)
    .where(and(eq(shopConnections.id, id), eq(shopConnections.provider, provider)));
  return found;
}

export async function insertConnection(tx: Tx, row: typeof shopConnections.$inferInsert): Promise<void> {
  await tx.orm.insert(shopConnections).values(row);
}

export async function updateSecret(
  tx: Tx,
  { companyId, id }: { companyId: string; id: string },
  sealed: Buffer,
): Promise<void> {
  await tx.orm
    .update(shopConnections)
    .set({ sealed_secret: sealed })
    .where(and(eq(shopConnections.company_id, companyId), eq(shopConnections.id, id)));
}

export async function deleteConnectionRow(tx: Tx, companyId: string, id: string): Promise<void> {
  await tx.orm
    .delete(shopConnections)
    .where(and(eq(shopConnections.company_id, companyId), eq(shopConnections.id, id)));
}
