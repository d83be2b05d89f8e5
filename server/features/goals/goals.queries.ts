import { and, asc, eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { goals } from '../../db/schema/goals.ts';

export type GoalRow = typeof goals.$inferSelect;

export async function listGoalRows(tx: Tx, companyId: string): Promise<GoalRow[]> {
  return tx.orm
    .select()
    .from(goals)
    .where(eq(goals.company_id, companyId))
    .orderBy(asc(goals.created_at), asc(goals.id));
}

export async function findGoalRow(tx: Tx, companyId: string, id: string): Promise<GoalRow | undefined> {
  const [found] = await tx.orm
    .select()
    .from(goals)
    .where(and(eq(goals.company_id, companyId), eq(goals.id, id)));
  return found;
}

export async function insertGoal(tx: Tx, row: typeof goals.$inferInsert): Promise<GoalRow> {
  const [inserted] = await tx.orm.insert(goals).values(row).returning();
  if (!inserted) throw new Error('the new goal was not returned');
  return inserted;
}

export async function updateGoal(
  tx: Tx,
  { companyId, id }: { companyId: string; id: string },
  change: Pick<GoalRow, 'name' | 'kind' | 'target' | 'value' | 'monthly_target'>,
): Promise<GoalRow | undefined> {
  const [updated] = await tx.orm
    .update(goals)
    .set(change)
    .where(and(eq(goals.company_id, companyId), eq(goals.id, id)))
    .returning();
  return updated;
}

/** Removes a goal from what the portal of its company shows. */
export async function clearHeadlineGoal(tx: Tx, companyId: string, goalId: string): Promise<void> {
  await tx.query(
    `UPDATE companies SET portal_display = jsonb_set(portal_display, '{goalId}', 'null')
     WHERE id = $1 AND portal_display ->> 'goalId' = $2`,
    [companyId, goalId],
  );
}

export async function deleteGoalRow(tx: Tx, companyId: string, id: string): Promise<void> {
  await tx.orm.delete(goals).where(and(eq(goals.company_id, companyId), eq(goals.id, id)));
}
