import { createSums, type Sums, type TimedDay } from '../../segments/segments.ts';
import { type ClockInterval, listOffsetSpans } from '../period/buckets.ts';
import type { TimeRange } from '../period/time-range.ts';
import { addLooseRow, addVisit, type Until } from './count-day.ts';

const lengthsMs: Record<ClockInterval, number> = { minute: 60_000, hour: 3_600_000 };

/** What each hour or minute has: visits where they began, page views and events by their own time. */
export class BucketCounts {
  readonly sums = new Map<string, Sums>();
  readonly #visitors = new Map<string, Set<Visitor>>();
  readonly #toKey: (at: number) => string;
  readonly #countsNewVisitors: boolean;

  constructor(range: TimeRange, interval: ClockInterval, countsNewVisitors: boolean) {
    this.#toKey = createKeys(range, interval);
    this.#countsNewVisitors = countsNewVisitors;
  }

  add(day: TimedDay, until: Until): void {
    for (const visit of day.visits) {
      if (visit.startedAt >= until) continue;
      const key = this.#toKey(visit.startedAt);
      const sums = this.#sumsOf(key);
      addVisit(sums, visit);
      if (this.#isNewVisitor(key, visit)) sums.visitors += 1;
      for (const { at, isPageView } of visit.rows) {
        if (at >= until) continue;
        const ofRow = this.#sumsOf(this.#toKey(at));
        if (isPageView) ofRow.page_views += 1;
        else ofRow.events += 1;
      }
    }
    // No bucket has rows of two days.
    this.#visitors.clear();
    for (const row of day.loose) if (row.at < until) addLooseRow(this.#sumsOf(this.#toKey(row.at)), row);
  }

  #isNewVisitor(key: string, { visitor, isFirst }: { visitor: Visitor; isFirst: boolean }): boolean {
    if (this.#countsNewVisitors) return isFirst;
    const seen = this.#visitors.get(key);
    if (!seen) {
      this.#visitors.set(key, new Set([visitor]));
      return true;
    }
    if (seen.has(visitor)) return false;
    seen.add(visitor);
    return true;
  }

  #sumsOf(key: string): Sums {
    const found = this.sums.get(key);
    if (found) return found;
    const sums = createSums();
    this.sums.set(key, sums);
    return sums;
  }
}

type Visitor = number | string;

/** The bucket of a time in microseconds, as `listBuckets` names it. */
function createKeys(range: TimeRange, interval: ClockInterval): (at: number) => string {
  const length = lengthsMs[interval];
  const spans = listOffsetSpans(range);
  return (at) => {
    const ms = Math.floor(at / 1_000);
    const span = spans.find(({ end }) => ms < end) ?? spans.at(-1);
    if (!span) throw new Error('a range has at least one offset');
    const start = Math.floor((ms + span.offset) / length) * length - span.offset;
    return String(Math.max(start, span.begin));
  };
}
