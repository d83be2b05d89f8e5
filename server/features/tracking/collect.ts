import type { Db } from '../../db/client.ts';
import type { CompanyMachines } from '../../db/cluster/company-machines.ts';
import type { DatabaseForm } from '../../db/cluster/database-form.ts';
import type { MachineConnections } from '../../db/cluster/machine-connections.ts';
import { isUniqueViolation } from '../../db/cluster/unique-violation.ts';
import { isConnectionLost } from '../../platform/http/error-handler.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { resolveOrderConflicts } from '../shop-orders/reported/order-conflicts.ts';
import { measureCommits } from './commit/commit-metrics.ts';
import { withDeadlockRetry } from './commit/deadlock-retry.ts';
import { GroupCommit } from './commit/group-commit.ts';
import { storeDistributedBatch } from './distributed/distributed-batch.ts';
import { type AcceptedEvent, type EventBatch, type StoredBatch, toBatch } from './event-batch.ts';
import type { Rejection } from './rejections/rejection-log.ts';
import { toRejectionOfAccepted } from './rejections/to-rejection.ts';
import { storeBatch } from './store-batch.queries.ts';
import { DistinctValues } from './value-limits/distinct-values.ts';

const dayMs = 86_400_000;

/** Maximum number of different amounts of one order per day in its conflicts, from all senders and from one address. */
const reportedAmounts = { max: 20, addressMax: 3 };

interface CollectorDeps {
  db: Db;
  machines: CompanyMachines;
  connections: MachineConnections | undefined;
  metrics: Metrics;
  onRejected: (companyId: string, rejection: Rejection) => void;
  onFailure: (error: unknown, events: number) => void;
  now: () => Date;
}

/**
 * Collects accepted events into batches, and stores a batch while the next one is collected. The companies of each
 * shard of a cluster have their own batches, so that a lost or busy machine delays only the events of its companies.
 */
export class Collector {
  readonly #deps: CollectorDeps;
  readonly #measured: ReturnType<typeof measureCommits>;
  readonly #commits = new Map<number, GroupCommit<AcceptedEvent>>();
  readonly #amounts = new DistinctValues({ ...reportedAmounts, windowMs: dayMs });

  constructor(deps: CollectorDeps) {
    this.#deps = deps;
    this.#measured = measureCommits(deps.metrics);
    deps.metrics.gauge('northlight_queue_events', 'Events waiting for their commit.', () =>
      [...this.#commits.values()].reduce((sum, commits) => sum + commits.queuedItems, 0),
    );
  }

  /**
   * Resolves when the events are committed. Each company has a separate lane in the queue, so that one company's events do
   * not fill another's lane.
   */
  async add(accepted: AcceptedEvent[], companyIds: string[]): Promise<void> {
    // All were left out.
    if (accepted.length === 0) return;
    const [first = ''] = companyIds;
    if (companyIds.length === 1) await this.#addOfCompany(first, accepted);
    else {
      const commitsByCompany = companyIds.map((id) => {
        const ofCompany = accepted.filter((rows) => rows.companyId === id);
        return ofCompany.length > 0 ? this.#addOfCompany(id, ofCompany) : undefined;
      });
      await Promise.all(commitsByCompany);
    }
    this.#measured.accepted.count += accepted.length;
  }

  /** Resolves when every collected event is answered. */
  async drained(): Promise<void> {
    await Promise.all([...this.#commits.values()].map((commits) => commits.drained()));
  }

  async #addOfCompany(companyId: string, items: AcceptedEvent[]): Promise<void> {
    const { machines } = this.#deps;
    const shard = machines.findRemembered(companyId) ?? (await machines.find(companyId));
    await this.#commitsOf(shard).add(companyId, items);
  }

  #commitsOf(shard: number): GroupCommit<AcceptedEvent> {
    const existing = this.#commits.get(shard);
    if (existing) return existing;
    const created = new GroupCommit<AcceptedEvent>({
      commit: (items) => this.#measured.time(items.length, () => this.#store(items, shard)),
      batchMax: 500,
      queueMax: 20_000,
      waitMaxMs: 1_800,
      onFailure: this.#deps.onFailure,
    });
    this.#commits.set(shard, created);
    return created;
  }

  /** Stores a batch on the machine of its shard if that can be reached, and otherwise through the coordinator. */
  async #storeOn(shard: number, batch: EventBatch): Promise<StoredBatch> {
    const { db, machines, connections, now } = this.#deps;
    const direct = await connections?.find(shard);
    if (direct) {
      try {
        return await withDeadlockRetry(() =>
          storeDistributedBatch({ db: direct, coordinator: db }, batch, now()),
        );
      } catch (error) {
        if (!isConnectionLost(error)) throw error;
        connections?.leave(shard, error);
      }
    }
    return withDeadlockRetry(() => storeInForm(db, machines.form, batch, now()));
  }

  async #store(items: AcceptedEvent[], shard: number): Promise<void> {
    const { db, now, onRejected } = this.#deps;
    const batch = toBatch(items);
    const { alteredRepeats, duplicateOrders } = await this.#storeOn(shard, batch);
    if (alteredRepeats.size === 0 && duplicateOrders.size === 0) items.forEach(rememberVisitor);
    if (alteredRepeats.size > 0) {
      this.#measured.alteredRepeats.count += alteredRepeats.size;
      for (const rows of items) {
        if (rows.event && alteredRepeats.has(rows.event))
          onRejected(rows.event.company_id, toRejectionOfAccepted('altered-repeat', rows));
      }
    }
    if (duplicateOrders.size === 0) return;
    const reports = items.filter(({ event }) => event && duplicateOrders.has(event));
    this.#measured.conflicts.count += await withDeadlockRetry(() =>
      resolveOrderConflicts(db, reports, now(), (report) => this.#admitsAmount(report)),
    );
  }

  /** Limits the amounts of one sender: only a few are stored for an order, and they must not displace the shop's own. */
  #admitsAmount({ event, address = '' }: AcceptedEvent): boolean {
    if (event?.order_id === undefined) return false;
    const key = `${event.company_id} ${event.reporter} ${event.order_id}`;
    const nowMs = this.#deps.now().getTime();
    return this.#amounts.admit(key, String(Number(event.amount)), address, nowMs);
  }
}

/** Stores a batch in the form that suits the database (decision 51). Resolves after COMMIT. Repeating it changes nothing. */
export async function storeInForm(
  db: Db,
  form: DatabaseForm,
  batch: EventBatch,
  now: Date,
): Promise<StoredBatch> {
  if (form === 'distributed') return storeDistributedBatch({ db, coordinator: db }, batch, now);
  try {
    return await storeBatch(db, batch, now);
  } catch (error) {
    // Another process stored one of the events since the statement began, and the retry skips it.
    if (!isUniqueViolation(error)) throw error;
    return storeBatch(db, batch, now, { isAlone: false });
  }
}

/** Counts the visitor as one of its tab. Only if the event is stored for certain, also when its id was sent before. */
function rememberVisitor({ event, tab, hasOwnTime }: AcceptedEvent): void {
  if (tab && hasOwnTime && (event?.kind === 'pageview' || event?.kind === 'event'))
    tab.isCounted = tab.visitorId === event.visitor_id;
}
