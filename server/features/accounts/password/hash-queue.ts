import { refuseInTransaction } from '../../../db/transaction-guard.ts';
import { AppError, unavailable } from '../../../platform/errors.ts';
import type { Counter, Metrics } from '../../../platform/metrics/metrics.ts';

/** Who asks for a hash, and for which account: what the places of the queue are shared out by. */
export interface HashOwner {
  /** The address as limits count it. */
  address: string;
  network: string;
  /** The account, known or not, in a form that fits a log. */
  account: string;
}

interface HashQueueOptions {
  /** A hash holds 32 MB and a thread of the runtime's four, which files and names need as well. */
  atOnceMax: number;
  waitingMax: number;
  addressMax: number;
  accountMax: number;
}

const defaults: HashQueueOptions = {
  atOnceMax: 2,
  waitingMax: 60,
  addressMax: 6,
  accountMax: 4,
};

interface Waiting {
  owner: HashOwner;
  start: () => void;
  refuse: (error: AppError) => void;
}

/**
 * The one place where this process computes password hashes. Few run at once, the others wait. An address or an
 * account has few places; networks are served in turn, and a full queue gives up a place of the network that has
 * most of them. So nobody's hashes keep others from signing in.
 */
export class HashQueue {
  readonly #options: HashQueueOptions;
  /** By network, in the order in which they are served. */
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #held = new Map<string, number>();
  readonly #computed: Counter;
  #running = 0;
  #waitingCount = 0;

  constructor(metrics: Metrics, options: Partial<HashQueueOptions> = {}) {
    this.#options = { ...defaults, ...options };
    metrics.gauge(
      'northlight_password_hashes_waiting',
      'Password hashes that wait for their turn.',
      () => this.#waitingCount,
    );
    this.#computed = metrics.counter(
      'northlight_password_hashes_total',
      'Password hashes that were computed.',
    );
  }

  get waitingCount(): number {
    return this.#waitingCount;
  }

  /** Runs a hash in its turn. Throws a 429 when its address or account has too many of them already. */
  async run<Result>(owner: HashOwner, hash: () => Promise<Result>): Promise<Result> {
    refuseInTransaction('a password hash');
    const shares: [key: string, max: number][] = [
      [`address ${owner.address}`, this.#options.addressMax],
      [`account ${owner.account}`, this.#options.accountMax],
    ];
    if (shares.some(([key, max]) => (this.#held.get(key) ?? 0) >= max)) throw tooManyAtOnce();
    for (const [key] of shares) this.#held.set(key, (this.#held.get(key) ?? 0) + 1);
    try {
      await this.#waitForTurn(owner);
      this.#computed.count += 1;
      try {
        return await hash();
      } finally {
        this.#startNext();
      }
    } finally {
      for (const [key] of shares) this.#giveBack(key);
    }
  }

  #waitForTurn(owner: HashOwner): Promise<void> {
    if (this.#running < this.#options.atOnceMax) {
      this.#running += 1;
      return Promise.resolve();
    }
    if (this.#waitingCount >= this.#options.waitingMax && !this.#makeRoomFor(owner)) throw unavailable();
    return new Promise((start, refuse) => {
      const line = this.#waiting.get(owner.network) ?? [];
      line.push({ owner, start, refuse });
      this.#waiting.set(owner.network, line);
      this.#waitingCount += 1;
    });
  }

  /** Hands the turn that has just ended to the next network. */
  #startNext(): void {
    const [first] = this.#waiting;
    if (!first) {
      this.#running -= 1;
      return;
    }
    const [network, line] = first;
    this.#waiting.delete(network);
    const next = line.shift();
    if (line.length > 0) this.#waiting.set(network, line);
    this.#waitingCount -= 1;
    next?.start();
  }

  /** Refuses the newest hash of the network with most of them, if that is more than the newcomer's has. */
  #makeRoomFor(owner: HashOwner): boolean {
    let longest: Waiting[] = [];
    for (const line of this.#waiting.values()) if (line.length > longest.length) longest = line;
    const own = this.#waiting.get(owner.network)?.length ?? 0;
    if (longest.length <= own + 1) return false;
    const last = longest.pop();
    this.#waitingCount -= 1;
    last?.refuse(tooManyAtOnce());
    return true;
  }

  #giveBack(key: string): void {
    const left = (this.#held.get(key) ?? 0) - 1;
    if (left > 0) this.#held.set(key, left);
    else this.#held.delete(key);
  }
}

function tooManyAtOnce(): AppError {
  const message = 'Too many sign-ins are under way from here. Please try again in a few seconds.';
  return new AppError(429, 'too-many-requests', message, { headers: { 'retry-after': '3' } });
}
