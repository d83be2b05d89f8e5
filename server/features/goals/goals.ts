import { randomUUID } from 'node:crypto';
import {
  type Funnel,
  funnelSteps,
  type Goal,
  type GoalInput,
  goalLimits,
} from '../../../contract/company/goals.ts';
import type { Db, Tx } from '../../db/client.ts';
import { type Actor, recordAudit } from '../../platform/audit.ts';
import { claimIdempotencyKey, type IdempotencyClaim } from '../../platform/idempotency/idempotency.ts';
import type { AccessScope } from '../access/access.ts';
import {
  type DefinitionKey,
  definitionNotFound,
  deletedSince,
  requireLockedCompany,
  requireRoom,
  requireUniqueName,
} from './definitions.ts';
import { type FunnelRow, findFunnelRow } from './funnels.queries.ts';
import {
  clearHeadlineGoal,
  deleteGoalRow,
  findGoalRow,
  type GoalRow,
  insertGoal,
  listGoalRows,
  updateGoal,
} from './goals.queries.ts';

/** Oldest first. Without the right to see money, no goal has a value. */
export async function listGoals(
  tx: Tx,
  companyId: string,
  { seesMoney }: Pick<AccessScope, 'seesMoney'>,
): Promise<Goal[]> {
  const goals = (await listGoalRows(tx, companyId)).map(toGoal);
  return seesMoney ? goals : goals.map((goal) => ({ ...goal, value: null }));
}

/** Requests with the same idempotency claim create one goal. */
export async function createGoal(
  db: Db,
  companyId: string,
  given: GoalInput,
  by: Actor,
  claim?: IdempotencyClaim,
): Promise<Goal> {
  const id = randomUUID();
  return db.transaction(async (tx) => {
    const earlierId = await claimIdempotencyKey(tx, claim, id);
    if (earlierId !== undefined) return requireCreatedGoal(tx, companyId, earlierId);
    const companyName = await requireLockedCompany(tx, companyId);
    const existing = await listGoalRows(tx, companyId);
    requireRoom('goals', existing.length, goalLimits.goals);
    requireUniqueName('goal', existing, { id, name: given.name });
    const row = await insertGoal(tx, { company_id: companyId, id, ...toColumns(given) });
    const object = `${row.name} (${companyName})`;
    await recordAudit(tx, by, { action: 'goal.created', object, objectId: companyId });
    return toGoal(row);
  });
}

async function requireCreatedGoal(tx: Tx, companyId: string, id: string): Promise<Goal> {
  const row = await findGoalRow(tx, companyId, id);
  if (!row) throw deletedSince('goal');
  return toGoal(row);
}

export async function changeGoal(
  db: Db,
  { companyId, id }: DefinitionKey,
  given: GoalInput,
  by: Actor,
): Promise<Goal> {
  return db.transaction(async (tx) => {
    const companyName = await requireLockedCompany(tx, companyId);
    const existing = await listGoalRows(tx, companyId);
    const before = existing.find((row) => row.id === id);
    if (!before) throw definitionNotFound('goal');
    requireUniqueName('goal', existing, { id, name: given.name });
    const row = await updateGoal(tx, { companyId, id }, toColumns(given));
    if (!row) throw definitionNotFound('goal');
    const object = `${toChangeText(before, row)} (${companyName})`;
    await recordAudit(tx, by, { action: 'goal.changed', object, objectId: companyId });
    return toGoal(row);
  });
}

export async function deleteGoal(db: Db, { companyId, id }: DefinitionKey, by: Actor): Promise<void> {
  await db.transaction(async (tx) => {
    const companyName = await requireLockedCompany(tx, companyId);
    const found = await findGoalRow(tx, companyId, id);
    if (!found) throw definitionNotFound('goal');
    await deleteGoalRow(tx, companyId, id);
    await clearHeadlineGoal(tx, companyId, id);
    const object = `${found.name} (${companyName})`;
    await recordAudit(tx, by, { action: 'goal.deleted', object, objectId: companyId });
  });
}

const toColumns = ({ name, kind, target, value, monthlyTarget }: GoalInput) => ({
  ...{ name, kind, target, value },
  monthly_target: monthlyTarget,
});

const toGoal = ({ id, name, kind, target, value, monthly_target: monthlyTarget }: GoalRow): Goal => ({
  ...{ id, name, kind, target, value, monthlyTarget },
});

/** The name of a changed goal, and what it counts, before and after. */
function toChangeText(before: GoalRow, after: GoalRow): string {
  const toText = ({ kind, target, value, monthly_target: monthly }: GoalRow) =>
    `${kind} ${target}${value === null ? '' : ` worth ${value}`}${monthly === null ? '' : `, ${monthly} a month`}`;
  const [old, current] = [toText(before), toText(after)];
  const name = before.name === after.name ? after.name : `${before.name} to ${after.name}`;
  return old === current ? name : `${name}: ${old} to ${current}`;
}

/** @throws {AppError} 404 `not-found` if the company has no such funnel. */
export async function requireFunnel(tx: Tx, { companyId, id }: DefinitionKey): Promise<Funnel> {
  const row = await findFunnelRow(tx, companyId, id);
  if (!row) throw definitionNotFound('funnel');
  return toFunnel(row);
}

export const toFunnel = ({ id, name, steps }: FunnelRow): Funnel => ({
  id,
  name,
  steps: funnelSteps.parse(steps),
});
