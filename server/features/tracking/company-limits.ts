import { trackingBatchMax } from '../../../contract/constants.ts';
import { TokenBuckets } from '../../platform/token-bucket.ts';

/** While a company has little left, one address gets at most this share of its rate. */
const addressShare = 0.1;

/**
 * Limits the events of a company. As long as more than half of its burst is left, only the company's own
 * limit counts; below that, an address also has a limit, so that one sender cannot use up what is left.
 */
export class CompanyLimits {
  readonly #companies: TokenBuckets;
  readonly #shares: TokenBuckets;
  readonly #scarce: number;

  constructor(eventsPerSecond: number) {
    const burst = Math.max(eventsPerSecond * 3, trackingBatchMax * 4);
    this.#companies = new TokenBuckets({ perSecond: eventsPerSecond, burst });
    this.#shares = new TokenBuckets({ perSecond: eventsPerSecond * addressShare, burst: trackingBatchMax });
    this.#scarce = burst / 2;
  }

  /** Counts events and returns 0, or counts none and returns the seconds to wait. */
  take(companyId: string, address: string, events: number, nowMs: number): number {
    if (this.#companies.left(companyId, nowMs) - events < this.#scarce) {
      const waitSeconds = this.#shares.take(`${companyId} ${address}`, events, nowMs);
      if (waitSeconds > 0) return waitSeconds;
    }
    return this.#companies.take(companyId, events, nowMs);
  }
}
