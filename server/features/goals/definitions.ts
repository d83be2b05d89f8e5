import type { Tx } from '../../db/client.ts';
import { lockCompany } from '../../db/locks.ts';
import { AppError } from '../../platform/errors.ts';
import { companyNotFound } from '../access/access.ts';

interface Definition {
  id: string;
  name: string;
}

/** Names a goal or funnel. */
export interface DefinitionKey {
  companyId: string;
  id: string;
}

/** Locks the company of definitions that change, and returns its name. Throws a 404 if it does not exist. */
export async function requireLockedCompany(tx: Tx, companyId: string): Promise<string> {
  const name = await lockCompany(tx, companyId);
  if (name === undefined) throw companyNotFound();
  return name;
}

const toComparable = (name: string) => name.normalize('NFKC').replaceAll(/\s+/g, ' ').toLowerCase();

/** Throws a 409 about the name if another goal, or another funnel, of the company has it. */
export function requireUniqueName(
  what: 'goal' | 'funnel',
  existing: readonly Definition[],
  wanted: Definition,
): void {
  const found = existing.find(
    ({ id, name }) => id !== wanted.id && toComparable(name) === toComparable(wanted.name),
  );
  if (!found) return;
  const message = `There is already a ${what} named ${found.name}. Please choose another name.`;
  throw new AppError(409, 'conflict', message, { field: 'name', conflictId: found.id });
}

/** Throws a 409 if the company has as many as it may have. */
export function requireRoom(what: 'goals' | 'funnels', existing: number, max: number): void {
  if (existing < max) return;
  const message = `A company can have at most ${max} ${what}. Delete one that is no longer needed, then try again.`;
  throw new AppError(409, 'conflict', message);
}

/** The same for one that does not exist and one of another company. */
export function definitionNotFound(what: 'goal' | 'funnel'): AppError {
  return new AppError(
    404,
    'not-found',
    `This ${what} no longer exists. Reload the page to see the current ones.`,
  );
}

/** The answer of an earlier request with the same Idempotency-Key, whose goal or funnel is gone. */
export function deletedSince(what: 'goal' | 'funnel'): AppError {
  const message = `This ${what} was created but has since been deleted. To create it again, start over.`;
  return new AppError(409, 'conflict', message);
}
