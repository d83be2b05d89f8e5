import { orderApiLimits } from '../../../../contract/shop/orders.ts';
import type { Db } from '../../../db/client.ts';
import { unavailable } from '../../../platform/errors.ts';
import { GroupCommit } from '../../tracking/commit/group-commit.ts';
import { commitCalls, type GroupDeps } from './commit-calls.ts';
import type { LedgerCall, Outcome } from './ledger-call.ts';

/** Calls of one company that may wait in this process. */
const waitingMax = 200;
/** Orders of one transaction. A transaction may not become so long that its statements reach their timeout. */
const ordersMax = 200;
const queueMax = waitingMax * orderApiLimits.ordersPerRequest;

export interface LedgerDeps {
  db: Db;
  queue: LedgerQueue;
}

interface CompanyQueue {
  commits: GroupCommit<LedgerCall>;
  /** Calls that are waiting or being committed. */
  waiting: number;
}

/**
 * The calls of each company that wait for its ledger. The calls that arrive during a transaction are recorded together in the
 * next one, as events are. A lock in the database keeps other processes out; alone, it would keep a connection for each
 * call that waits, and fail those that wait long.
 */
export class LedgerQueue {
  readonly #deps: GroupDeps;
  readonly #queues = new Map<string, CompanyQueue>();

  constructor(deps: GroupDeps) {
    this.#deps = deps;
  }

  /**
   * Resolves to the call's result after COMMIT.
   * @throws {AppError} what the call throws; 503 if too many calls wait, or if the database cannot be reached.
   */
  async run<Result>(companyId: string, call: LedgerCall & { outcome?: Outcome<Result> }): Promise<Result> {
    const queue = this.#queues.get(companyId) ?? this.#open(companyId);
    if (queue.waiting >= waitingMax) throw unavailable();
    queue.waiting += 1;
    try {
      // An item for each order, so that the orders of a transaction are limited, and not its calls.
      await queue.commits.add(companyId, [call, ...call.given.slice(1).map(() => call)]);
    } finally {
      queue.waiting -= 1;
      if (queue.waiting === 0) this.#queues.delete(companyId);
    }
    const { outcome } = call;
    if (!outcome) throw new Error('a committed call has no outcome');
    if ('error' in outcome) throw outcome.error;
    return outcome.result;
  }

  #open(companyId: string): CompanyQueue {
    const commits = new GroupCommit<LedgerCall>({
      commit: (items) => commitCalls(this.#deps, companyId, [...new Set(items)]),
      batchMax: ordersMax,
      queueMax,
      companyMax: queueMax,
      waitMaxMs: 10_000,
      // The caller gets the error, and the request logs it.
      onFailure: () => {},
    });
    const queue = { commits, waiting: 0 };
    this.#queues.set(companyId, queue);
    return queue;
  }
}
