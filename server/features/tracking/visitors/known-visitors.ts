import { LRUCache } from 'lru-cache';

const visitorsMax = 30_000;

/**
 * Visitors that this process knows to be in `daily_visitors`: their further events need not try to count them. Cleared
 * when a visitor may have been erased.
 */
export class KnownVisitors {
  readonly #visitors = new LRUCache<string, true>({ max: visitorsMax });

  has(companyId: string, visitorId: string): boolean {
    return this.#visitors.get(companyId + visitorId) !== undefined;
  }

  add(companyId: string, visitorId: string): void {
    this.#visitors.set(companyId + visitorId, true);
  }

  clear(): void {
    this.#visitors.clear();
  }
}
