import { trackingBatchMax } from '../../../../contract/constants.ts';
import { TokenBuckets } from '../../../platform/limits/token-buckets.ts';

interface ScarcityLevel {
  /** Applies when less than this fraction of the company's burst is left. */
  below: number;
  /** The limit of one address: a fraction of the company's rate, and a burst. */
  share: number;
  burst: number;
}

interface CompanyLimit {
  perSecond: number;
  burst: number;
  /** The less of the burst is left, the less one address gets, so that a few addresses cannot use up the rest. */
  levels: ScarcityLevel[];
}

const dayMs = 86_400_000;

export const toEventLimit = (eventsPerSecond: number): CompanyLimit => ({
  perSecond: eventsPerSecond,
  burst: Math.max(eventsPerSecond * 3, trackingBatchMax * 4),
  levels: [
    { below: 1 / 2, share: 1 / 10, burst: trackingBatchMax },
    { below: 1 / 4, share: 1 / 100, burst: 20 },
  ],
});

/** Half at once and half over the day: never more than this in 24 hours. */
export const toPropertyBytesLimit = (bytesPerDay: number): CompanyLimit => ({
  perSecond: bytesPerDay / 2 / (dayMs / 1000),
  burst: bytesPerDay / 2,
  levels: [
    { below: 1 / 2, share: 1 / 10, burst: bytesPerDay / 200 },
    { below: 1 / 4, share: 1 / 100, burst: bytesPerDay / 2_000 },
  ],
});

/**
 * Limits the events, or bytes, of a company. While more than half of its burst is left, only the company's own limit
 * applies. Below that, each address also has a limit, so that a few senders cannot use up the rest.
 */
export class CompanyLimits {
  readonly #companies: TokenBuckets;
  readonly #levels: { leftMax: number; shares: TokenBuckets }[];

  constructor({ perSecond, burst: companyBurst, levels }: CompanyLimit) {
    this.#companies = new TokenBuckets({ perSecond, burst: companyBurst });
    this.#levels = levels.map(({ below, share, burst }) => ({
      leftMax: companyBurst * below,
      shares: new TokenBuckets({ perSecond: Math.max(1, perSecond * share), burst }),
    }));
  }

  /** Counts so many and returns 0, or counts none and returns the seconds to wait. */
  consume(companyId: string, address: string, count: number, nowMs: number): number {
    const left = this.#companies.countTokens(companyId, nowMs) - count;
    const sender = `${companyId} ${address}`;
    const scarce = this.#levels.filter(({ leftMax }) => left < leftMax);
    // Check all limits before consuming any: a rejected request must not use up the share of its address.
    let waitSeconds = this.#companies.getWaitSeconds(companyId, count, nowMs);
    for (const { shares } of scarce)
      waitSeconds = Math.max(waitSeconds, shares.getWaitSeconds(sender, count, nowMs));
    if (waitSeconds > 0) return waitSeconds;
    for (const { shares } of scarce) shares.consume(sender, count, nowMs);
    return this.#companies.consume(companyId, count, nowMs);
  }
}
