import { requireNoTransaction } from '../../db/transaction-guard.ts';
import { AppError, unavailable } from '../errors.ts';
import type { Counter, Metrics } from '../metrics/metrics.ts';

/** The sender and the account of a hash. The places of the queue are limited by each of them. */
export interface HashOwner {
  /** The key that limits of the sender's address are counted under. */
  address: string;
  network: string;
  /** The hashed address of the account, which need not exist. */
  account: string;
}

interface HashQueueOptions {
  /** A hash uses 32 MB and one of the four threads that Node also needs for files and DNS. */
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
  reject: (error: AppError) => void;
}

/**
 * Computes all password hashes of this process, a few at a time. Senders cannot block each other: an address and an
 * account have a limited number of places, networks are served in turn, and a full queue rejects a waiting hash of the
 * network that has most of them.
 */
export class HashQueue {
  readonly #options: HashQueueOptions;
  /** Waiting passwords of each network, in the order in which networks are served. */
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #held = new Map<string, number>();
  readonly #computed: Counter;
  #running = 0;
  #waitingCount = 0;

  constructor(metrics: Metrics, options: Partial<HashQueueOptions> = {}) {
    this.#options = { ...defaults, ...options };
    metrics.gauge(
      'northlight_password_hashes_waiting',
      'Password hashes that wait in the queue.',
      () => this.#waitingCount,
    );
    this.#computed = metrics.counter('northlight_password_hashes_total', 'Password hashes computed.');
  }

  get waitingCount(): number {
    return this.#waitingCount;
  }

  /** Runs a hash when its turn comes. Throws a 429 if its address or account has too many places already. */
  async run<Result>(owner: HashOwner, hash: () => Promise<Result>): Promise<Result> {
    requireNoTransaction('a password hash');
    const places: [key: string, max: number][] = [
      [`address ${owner.address}`, this.#options.addressMax],
      [`account ${owner.account}`, this.#options.accountMax],
    ];
    if (places.some(([key, max]) => (this.#held.get(key) ?? 0) >= max)) throw tooManyAtOnce();
    for (const [key] of places) this.#held.set(key, (this.#held.get(key) ?? 0) + 1);
    try {
      await this.#waitForTurn(owner);
      this.#computed.count += 1;
      try {
        return await hash();
      } finally {
        this.#startNext();
      }
    } finally {
      for (const [key] of places) this.#releasePlace(key);
    }
  }

  #waitForTurn(owner: HashOwner): Promise<void> {
    if (this.#running < this.#options.atOnceMax) {
      this.#running += 1;
      return Promise.resolve();
    }
    if (this.#waitingCount >= this.#options.waitingMax && !this.#evictFor(owner)) throw unavailable();
    return new Promise((start, reject) => {
      const line = this.#waiting.get(owner.network) ?? [];
      line.push({ owner, start, reject });
      this.#waiting.set(owner.network, line);
      this.#waitingCount += 1;
    });
  }

  /** Starts the first waiting hash of the next network. */
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

  /** Rejects the newest hash of the network that has most of them, unless that is the sender's own. */
  #evictFor(owner: HashOwner): boolean {
    let longest: Waiting[] = [];
    for (const line of this.#waiting.values()) if (line.length > longest.length) longest = line;
    const own = this.#waiting.get(owner.network)?.length ?? 0;
    if (longest.length <= own + 1) return false;
    const last = longest.pop();
    this.#waitingCount -= 1;
    last?.reject(tooManyAtOnce());
    return true;
  }

  #releasePlace(key: string): void {
    const left = (this.#held.get(key) ?? 0) - 1;
    if (left > 0) this.#held.set(key, left);
    else this.#held.delete(key);
  }
}

function tooManyAtOnce(): AppError {
  const message = 'Too many simultaneous sign-ins from your network. Please try again in a few seconds.';
  return new AppError(429, 'too-many-requests', message, { headers: { 'retry-after': '3' } });
}
