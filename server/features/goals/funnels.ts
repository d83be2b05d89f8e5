import { randomUUID } from 'node:crypto';
import { type Funnel, type FunnelInput, goalLimits } from '../../../contract/company/goals.ts';
import type { Db, Tx } from '../../db/client.ts';
import { type Actor, recordAudit } from '../../platform/audit.ts';
import { claimIdempotencyKey, type IdempotencyClaim } from '../../platform/idempotency/idempotency.ts';
import {
  type DefinitionKey,
  definitionNotFound,
  deletedSince,
  requireLockedCompany,
  requireRoom,
  requireUniqueName,
} from './definitions.ts';
import {
  deleteFunnelRow,
  findFunnelRow,
  insertFunnel,
  listFunnelRows,
  updateFunnel,
} from './funnels.queries.ts';
import { requireFunnel, toFunnel } from './goals.ts';

/** Oldest first. */
export async function listFunnels(tx: Tx, companyId: string): Promise<Funnel[]> {
  return (await listFunnelRows(tx, companyId)).map(toFunnel);
}

/** Requests with the same idempotency claim create one funnel. */
export async function createFunnel(
  db: Db,
  companyId: string,
  given: FunnelInput,
  by: Actor,
  claim?: IdempotencyClaim,
): Promise<Funnel> {
  const id = randomUUID();
  return db.transaction(async (tx) => {
    const earlierId = await claimIdempotencyKey(tx, claim, id);
    if (earlierId !== undefined) return requireCreatedFunnel(tx, companyId, earlierId);
    const companyName = await requireLockedCompany(tx, companyId);
    const existing = await listFunnelRows(tx, companyId);
    requireRoom('funnels', existing.length, goalLimits.funnels);
    requireUniqueName('funnel', existing, { id, name: given.name });
    const { name, steps } = given;
    const row = await insertFunnel(tx, { company_id: companyId, id, name, steps });
    const object = `${row.name} (${companyName})`;
    await recordAudit(tx, by, { action: 'funnel.created', object, objectId: companyId });
    return toFunnel(row);
  });
}

async function requireCreatedFunnel(tx: Tx, companyId: string, id: string): Promise<Funnel> {
  const row = await findFunnelRow(tx, companyId, id);
  if (!row) throw deletedSince('funnel');
  return toFunnel(row);
}

export async function changeFunnel(
  db: Db,
  { companyId, id }: DefinitionKey,
  { name, steps }: FunnelInput,
  by: Actor,
): Promise<Funnel> {
  return db.transaction(async (tx) => {
    const companyName = await requireLockedCompany(tx, companyId);
    requireUniqueName('funnel', await listFunnelRows(tx, companyId), { id, name });
    const row = await updateFunnel(tx, { companyId, id }, { name, steps });
    if (!row) throw definitionNotFound('funnel');
    const object = `${row.name} (${companyName})`;
    await recordAudit(tx, by, { action: 'funnel.changed', object, objectId: companyId });
    return toFunnel(row);
  });
}

export async function deleteFunnel(db: Db, { companyId, id }: DefinitionKey, by: Actor): Promise<void> {
  await db.transaction(async (tx) => {
    const companyName = await requireLockedCompany(tx, companyId);
    const found = await requireFunnel(tx, { companyId, id });
    await deleteFunnelRow(tx, companyId, id);
    const object = `${found.name} (${companyName})`;
    await recordAudit(tx, by, { action: 'funnel.deleted', object, objectId: companyId });
  });
}
