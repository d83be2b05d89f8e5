import { and, asc, eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { funnels } from '../../db/schema/goals.ts';

export type FunnelRow = typeof funnels.$inferSelect;

export async function listFunnelRows(tx: Tx, companyId: string): Promise<FunnelRow[]> {
  return tx.orm
    .select()
    .from(funnels)
    .where(eq(funnels.company_id, companyId))
    .orderBy(asc(funnels.created_at), asc(funnels.id));
}

export async function findFunnelRow(tx: Tx, companyId: string, id: string): Promise<FunnelRow | undefined> {
  const [found] = await tx.orm
    .select()
    .from(funnels)
    .where(and(eq(funnels.company_id, companyId), eq(funnels.id, id)));
  return found;
}

export async function insertFunnel(tx: Tx, row: typeof funnels.$inferInsert): Promise<FunnelRow> {
  const [inserted] = await tx.orm.insert(funnels).values(row).returning();
  if (!inserted) throw new Error('the new funnel was not returned');
  return inserted;
}

export async function updateFunnel(
  tx: Tx,
  { companyId, id }: { companyId: string; id: string },
  change: Pick<FunnelRow, 'name' | 'steps'>,
): Promise<FunnelRow | undefined> {
  const [updated] = await tx.orm
    .update(funnels)
    .set(change)
    .where(and(eq(funnels.company_id, companyId), eq(funnels.id, id)))
    .returning();
  return updated;
}

export async function deleteFunnelRow(tx: Tx, companyId: string, id: string): Promise<void> {
  await tx.orm.delete(funnels).where(and(eq(funnels.company_id, companyId), eq(funnels.id, id)));
}
