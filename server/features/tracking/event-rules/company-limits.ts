import { trackingBatchMax } from '../../../../contract/constants.ts';
import { TokenBuckets } from '../../../platform/limits/token-buckets.ts';

interface ScarcityLevel {
  /** Applies when less than this fraction of the company's burst is left. */
  below: number;
  /** The limit of one address: a fraction of the company's rate, and a burst in events. */
  share: number;
  burst: number;
}

/** The less of the burst is left, the less one address gets, so that a few addresses cannot use up the rest. */
const scarcityLevels: ScarcityLevel[] = [
  { below: 1 / 2, share: 1 / 10, burst: trackingBatchMax },
  { below: 1 / 4, share: 1 / 100, burst: 20 },
];

/**
 * Limits the events of a company. While more than half of its burst is left, only the company's own limit applies.
 * Below that, each address also has a limit, so that a few senders cannot use up the rest.
 */
export class CompanyLimits {
  readonly #companies: TokenBuckets;
  readonly #levels: { leftMax: number; shares: TokenBuckets }[];

  constructor(eventsPerSecond: number) {
    const companyBurst = Math.max(eventsPerSecond * 3, trackingBatchMax * 4);
    this.#companies = new TokenBuckets({ perSecond: eventsPerSecond, burst: companyBurst });
    this.#levels = scarcityLevels.map(({ below, share, burst }) => ({
      leftMax: companyBurst * below,
      shares: new TokenBuckets({ perSecond: Math.max(1, eventsPerSecond * share), burst }),
    }));
  }

  /** Counts events and returns 0, or counts none and returns the seconds to wait. */
  consume(companyId: string, address: string, events: number, nowMs: number): number {
    const left = this.#companies.countTokens(companyId, nowMs) - events;
    const sender = `${companyId} ${address}`;
    const scarce = this.#levels.filter(({ leftMax }) => left < leftMax);
    // Check all limits before consuming any: a rejected request must not use up the share of its address.
    let waitSeconds = this.#companies.getWaitSeconds(companyId, events, nowMs);
    for (const { shares } of scarce)
      waitSeconds = Math.max(waitSeconds, shares.getWaitSeconds(sender, events, nowMs));
    if (waitSeconds > 0) return waitSeconds;
    for (const { shares } of scarce) shares.consume(sender, events, nowMs);
    return this.#companies.consume(companyId, events, nowMs);
  }
}
