import type { Db, Tx } from '../../db/client.ts';
import { lockForTransaction } from '../../db/locks.ts';
import { notify } from '../../db/notifications/notifications.ts';
import { type Actor, recordAudit, server } from '../../platform/audit.ts';
import { toDisplayDomain } from '../../platform/domain.ts';
import { toChecked, toLost } from './domain-state.ts';
import {
  type CheckedColumns,
  type DomainRow,
  findClaim,
  findHolder,
  findOwnerName,
  updateChecked,
} from './domains.queries.ts';
import type { CheckProof, ProofCheck } from './proof-record.ts';

interface DomainChecksDeps {
  db: Db;
  checkProof: CheckProof;
}

/** A claim whose record was found while the host is in use for another portal, whose record exists as well. */
const taken: ProofCheck = {
  is: 'unknown',
  problem:
    'The record was found, but this address is in use for another portal of this agency. Remove it there, or delete the TXT record of that portal, and check again.',
};

/** Checks the records of claims and stores the results. Simultaneous checks of a claim share one question. */
export class DomainChecks {
  readonly #deps: DomainChecksDeps;
  readonly #running = new Map<string, Promise<ProofCheck>>();

  constructor(deps: DomainChecksDeps) {
    this.#deps = deps;
  }

  /** @param by Who asked for the check; the server itself by default. */
  run(id: string, by: Actor = server): Promise<ProofCheck> {
    const running = this.#running.get(id);
    if (running) return running;
    const check = this.#check(id, by).finally(() => this.#running.delete(id));
    this.#running.set(id, check);
    return check;
  }

  async #check(id: string, by: Actor): Promise<ProofCheck> {
    const { db, checkProof } = this.#deps;
    const row = await findClaim(db, id);
    if (!row) return { is: 'missing', problem: 'This address was removed.' };
    const askedAt = new Date();
    const [found, rival] = await Promise.all([checkProof(row), this.#checkRival(row)]);
    return db.transaction(async (tx) => {
      await lockForTransaction(tx, { lock: 'custom-domains' });
      const current = await findClaim(tx, id);
      if (!current) return found;
      let check = found;
      if (found.is === 'found' && current.verified_at === null) {
        const hasHost = await takeHost(tx, current, rival);
        if (!hasHost) check = taken;
      }
      await store(tx, current, toChecked(current, { check, askedAt, now: new Date() }), by);
      return check;
    });
  }

  /** The other claim that the host is in use for, and whether its record is missing. */
  async #checkRival({ id, host, verified_at }: DomainRow): Promise<Rival | undefined> {
    if (verified_at !== null) return undefined;
    const holder = await findHolder(this.#deps.db, host);
    if (!holder || holder.id === id) return undefined;
    return { id: holder.id, isMissing: (await this.#deps.checkProof(holder)).is === 'missing' };
  }
}

interface Rival {
  id: string;
  isMissing: boolean;
}

/**
 * Makes the host free for a claim whose record was found: a claim that has it is stopped if its record is missing. False,
 * with nothing changed, if the host stays with the other claim.
 */
async function takeHost(tx: Tx, { id, host }: DomainRow, rival: Rival | undefined): Promise<boolean> {
  const holder = await findHolder(tx, host);
  if (!holder || holder.id === id) return true;
  if (holder.id !== rival?.id || !rival.isMissing) return false;
  await store(tx, holder, toLost(holder, new Date()), server);
  return true;
}

async function store(tx: Tx, before: DomainRow, after: CheckedColumns, by: Actor): Promise<void> {
  await updateChecked(tx, before.id, after);
  const wasInUse = before.verified_at !== null;
  const isInUse = after.verified_at !== null;
  if (wasInUse !== isInUse) {
    const action = isInUse ? 'domain.verified' : 'domain.stopped';
    await recordAudit(tx, isInUse ? by : server, { action, ...(await toAuditObject(tx, before)) });
    await notify(tx, { kind: 'domains-changed' });
  }
  if (wasInUse !== isInUse || before.problem !== after.problem)
    await notify(tx, { kind: 'admin-topic-changed', topic: 'companies' });
}

/** The address and whose portals it shows, for the audit log. */
export async function toAuditObject(tx: Tx, { host, company_id }: Pick<DomainRow, 'host' | 'company_id'>) {
  const owner = company_id === null ? 'all portals' : ((await findOwnerName(tx, company_id)) ?? 'no company');
  const object = `${toDisplayDomain(host)} (${owner})`;
  return company_id === null ? { object } : { object, objectId: company_id };
}
