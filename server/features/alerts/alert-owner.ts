import type { FastifyContextConfig } from 'fastify';
import { errorBody } from '../../../contract/errors.ts';
import type { Tx } from '../../db/client.ts';
import { lockCompany, lockForTransaction } from '../../db/locks.ts';
import { companyNotFound } from '../access/access.ts';

/** Whom recipients and webhooks belong to: a company, or, for null, all companies and the server. */
export type AlertOwner = string | null;

/**
 * Locks the owner until the transaction ends, so that changes of what it has run one after the other. Returns its name for
 * the audit log. Throws a 404 if the company does not exist.
 */
export async function lockOwner(tx: Tx, owner: AlertOwner): Promise<string> {
  if (owner === null) {
    await lockForTransaction(tx, { lock: 'agency-alerts' });
    return 'all companies';
  }
  const name = await lockCompany(tx, owner);
  if (name === undefined) throw companyNotFound();
  return name;
}

export const toObjectId = (owner: AlertOwner) => (owner === null ? {} : { objectId: owner });

/** The owner that the path of a route names. */
export const toOwner = (params: object): AlertOwner =>
  'companyId' in params && typeof params.companyId === 'string' ? params.companyId : null;

/** Recipients and webhooks have the same routes twice: for a company, and for all companies. */
export interface OwnerRoutes {
  /** In paths: `:companyId`, or null. */
  owner: ':companyId' | null;
  permission: NonNullable<FastifyContextConfig['permission']>;
  /** Distinguishes the ids of their operations. */
  name: 'Company' | 'Shared';
  /** In summaries. */
  of: string;
}

export const ownerRoutes: readonly OwnerRoutes[] = [
  { owner: ':companyId', permission: 'alerts', name: 'Company', of: 'a company' },
  { owner: null, permission: 'agency-alerts', name: 'Shared', of: 'all companies and the server' },
];

export const ownerErrors = { 400: errorBody, 403: errorBody, 404: errorBody, 409: errorBody, 422: errorBody };
