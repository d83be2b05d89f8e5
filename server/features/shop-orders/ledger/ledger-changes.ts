import type { Tx } from '../../../db/client.ts';
import { recordEventChanges } from '../../tracking/event-changes.queries.ts';
import { type ChangedEvent, recordOrderEvents } from './order-events.queries.ts';

/** Collects which events a transaction of the ledger changes, because the revision of a company is locked last. */
export class LedgerChanges {
  readonly events: ChangedEvent[] = [];
  /** The times of deleted events, which have no id any more. */
  readonly deletedAt: Date[] = [];

  /** Adds the changes of a part of the transaction. */
  include({ events, deletedAt }: LedgerChanges): void {
    this.events.push(...events);
    this.deletedAt.push(...deletedAt);
  }

  /** Records them in the journal and notifies open portals. */
  async store(tx: Tx, companyId: string, now: Date): Promise<void> {
    for (const at of this.deletedAt) await recordEventChanges(tx, companyId, { from: at, to: at }, now);
    if (this.events.length > 0 || this.deletedAt.length > 0)
      await recordOrderEvents(tx, companyId, this.events, now);
  }
}
